import type { Path, ProblemList } from '../problem.js';
import { describeValue } from './describe-issue.js';

export const ID_PATTERN = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** An id stands in every line about its task, and in the names of its files, which may have 255 bytes with all endings. */
export const MAX_ID_LENGTH = 128;

/** The id of a node or task. A wrong one is reported and stays, a missing one gets a stand-in, so that checking goes on. */
export function readId(raw: Record<string, unknown>, path: Path, noun: 'node' | 'task', problems: ProblemList): string {
  const { id } = raw;
  if (id === undefined) {
    problems.error('missing-field', path, `This ${noun} has no "id".`, {
      at: 'key',
      hint: `Add "id: …", a name for this ${noun}.`,
    });
    return standIn(path);
  }
  if (typeof id === 'string' && ID_PATTERN.test(id)) {
    if (id.length > MAX_ID_LENGTH) refuseLength(id, path, problems);
    return id;
  }
  const hint = 'An id begins with a letter or "_" and goes on with letters, digits, "_" and "-".';
  problems.error('invalid-id', [...path, 'id'], `${describeValue(id)} cannot be an id.`, { hint });
  return typeof id === 'string' && id !== '' ? id : standIn(path);
}

function refuseLength({ length }: string, path: Path, problems: ProblemList): void {
  const message = `This id has ${length} characters; it may have at most ${MAX_ID_LENGTH}.`;
  const hint = 'Shorten it, and put what people are to read into "name".';
  problems.error('invalid-id', [...path, 'id'], message, { hint });
}

/** Not a valid id, so nothing can refer to it: `#3` is the third node, `#2.1` the first task of the second stage. */
function standIn(path: Path): string {
  const positions = path.filter((step) => typeof step === 'number');
  return `#${positions.map((position) => position + 1).join('.')}`;
}
