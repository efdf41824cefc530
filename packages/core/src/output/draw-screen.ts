import type { IBufferCell, Terminal } from '@xterm/headless';

/** What draws the visible part of a terminal on an empty screen of that size: text, colours, modes and the cursor. */
export function drawScreen(terminal: Terminal): string {
  const { active } = terminal.buffer;
  const rows: string[] = [];
  for (let row = 0; row < terminal.rows; row++) {
    const text = drawRow(terminal, active.baseY + row);
    if (text !== '') rows.push(`\x1b[${row + 1};1H${text}`);
  }
  const isAlternate = active.type === 'alternate';
  const cursor = `\x1b[${active.cursorY + 1};${active.cursorX + 1}H`;
  return `${isAlternate ? '\x1b[?1049h\x1b[2J' : ''}${rows.join('')}\x1b[0m${modesOf(terminal)}${cursor}`;
}

function drawRow(terminal: Terminal, row: number): string {
  const line = terminal.buffer.active.getLine(row);
  if (!line) return '';
  let [text, style, blanks] = ['', '', ''];
  for (let column = 0; column < terminal.cols; column++) {
    const cell = line.getCell(column);
    if (!cell || cell.getWidth() === 0) continue;
    const chars = cell.getChars();
    const next = styleOf(cell);
    // Blanks at the end of a row need not be drawn.
    if (chars === '' && next === '') {
      blanks += ' ';
      continue;
    }
    if (blanks !== '') {
      text += style === '' ? blanks : `\x1b[0m${blanks}`;
      if (style !== '') style = '';
      blanks = '';
    }
    if (next !== style) text += `\x1b[0${next}m`;
    style = next;
    text += chars || ' ';
  }
  return style === '' ? text : `${text}\x1b[0m`;
}

/** The parameters of SGR after the reset. */
function styleOf(cell: IBufferCell): string {
  if (cell.isAttributeDefault()) return '';
  const flags: readonly (readonly [number, number])[] = [
    [cell.isBold(), 1],
    [cell.isDim(), 2],
    [cell.isItalic(), 3],
    [cell.isUnderline(), 4],
    [cell.isBlink(), 5],
    [cell.isInverse(), 7],
    [cell.isInvisible(), 8],
    [cell.isStrikethrough(), 9],
  ];
  const set = flags.filter(([isSet]) => isSet !== 0).map(([, parameter]) => `;${parameter}`);
  return set.join('') + foreground(cell) + background(cell);
}

function foreground(cell: IBufferCell): string {
  if (cell.isFgDefault()) return '';
  return cell.isFgRGB() ? `;38;2;${rgb(cell.getFgColor())}` : `;38;5;${cell.getFgColor()}`;
}

function background(cell: IBufferCell): string {
  if (cell.isBgDefault()) return '';
  return cell.isBgRGB() ? `;48;2;${rgb(cell.getBgColor())}` : `;48;5;${cell.getBgColor()}`;
}

function rgb(color: number): string {
  return `${(color >> 16) & 255};${(color >> 8) & 255};${color & 255}`;
}

const MOUSE = { none: '', x10: '9', vt200: '1000', drag: '1002', any: '1003' } as const;

/** Modes that change what the keyboard and the mouse send, so that the program understands it. */
function modesOf({ modes }: Terminal): string {
  const mouse = MOUSE[modes.mouseTrackingMode];
  return [
    modes.applicationCursorKeysMode ? '\x1b[?1h' : '',
    modes.bracketedPasteMode ? '\x1b[?2004h' : '',
    modes.sendFocusMode ? '\x1b[?1004h' : '',
    // How a mouse is reported cannot be asked; every program of today uses SGR.
    mouse ? `\x1b[?${mouse}h\x1b[?1006h` : '',
  ].join('');
}
