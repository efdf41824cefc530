const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]|\ufe0f/u;
/** One column for each: ASCII, Latin letters, and the dashes, arrows, lines and ticks that AgentFlow writes itself. */
const NARROW = /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2190-\u21ff\u2500-\u257f\u2713\u2717]*$/;
const COLOUR = /\x1b\[[0-9;]*m/g;

/** How many columns of a terminal a text takes; colours take none. */
export function textWidth(text: string): number {
  const bare = text.includes('\x1b') ? text.replace(COLOUR, '') : text;
  if (NARROW.test(bare)) return bare.length;
  let width = 0;
  for (const segment of graphemes(bare)) width += segmentWidth(segment);
  return width;
}

let segmenter: Intl.Segmenter | undefined;

/** What a person takes for the characters of a text. Few texts need it, and making it takes longer than most commands. */
export function graphemes(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function segmentWidth(segment: string): number {
  if (WIDE.test(segment)) return 2;
  return /^[\p{M}\p{Cf}\p{Cc}]+$/u.test(segment) ? 0 : 1;
}
