/** What to do about an item that is no mapping; `- id:build`, without a space, is a text. */
export function itemHint(raw: unknown, otherwise: string): string {
  const key = typeof raw === 'string' ? /^([\w-]{1,40}):\S/.exec(raw)?.[1] : undefined;
  return key === undefined ? otherwise : `Write a space after the colon: "${key}: …".`;
}
