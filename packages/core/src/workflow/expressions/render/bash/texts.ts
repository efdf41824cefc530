import type { Demand, Site, Text, Word } from './site.js';

const STRICTNESS: Readonly<Record<Demand, number>> = { any: 0, key: 1, plain: 2, name: 3, integer: 4 };

/** Lets only values of this kind through; of two demands the stricter one counts. */
export function raise(sites: Iterable<Site>, demand: Demand): void {
  for (const site of sites) if (STRICTNESS[demand] > STRICTNESS[site.demand]) site.demand = demand;
}

/** The same for all references directly in a word. */
export function raiseWord(word: Pick<Word, 'sites'>, demand: Demand): void {
  raise(sitesOf(word), demand);
}

/** The same for a text, also for references of it that are still to be found. */
export function raiseText(text: Text, demand: Demand): void {
  if (STRICTNESS[demand] > STRICTNESS[text.demand]) text.demand = demand;
  raise(text.sites, text.demand);
}

/** A word that bash takes as a variable's name; what stands in brackets would be evaluated. */
export function demandName({ sites }: Pick<Word, 'sites'>): void {
  for (const { site, before } of sites) raise([site], before.includes('[') ? 'integer' : 'name');
}

export function sitesOf({ sites }: Pick<Word, 'sites'>): Site[] {
  return sites.map(({ site }) => site);
}

/** The texts that a command prints as they are, so that whoever reads its output reads them. */
export function printedBy(words: readonly Word[], input: readonly Text[]): readonly Text[] {
  const [name, ...args] = words.filter(({ literal }, index) => index > 0 || !/^(?:command|builtin)$/.test(literal));
  if (name?.literal === 'cat') return args.every(({ literal }) => literal.startsWith('-')) ? input : [];
  const isQuoting = name?.literal === 'printf' && args.some(({ literal }) => /^-v|%[-\d]*[qQ]/.test(literal));
  if (isQuoting || !/^(?:echo|printf)$/.test(name?.literal ?? '')) return [];
  return [{ sites: args.flatMap(sitesOf), demand: 'any' }];
}

const FILTER =
  /^(?:cat|tee|head|tail|tac|sort|uniq|shuf|tr|cut|paste|fold|fmt|rev|column|(?:e|f)?grep|sed|[gm]?awk|iconv|envsubst)$/;

/** The texts of which a filter prints a part, or something made of them. */
export function handedOnBy([name]: readonly Word[], input: readonly Text[]): readonly Text[] {
  return FILTER.test(name?.literal ?? '') ? input : [];
}
