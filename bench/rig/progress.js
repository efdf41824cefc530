/** One line that says what is being measured; on a terminal it is drawn over, elsewhere each step has its own. */
export function progressTo(stream) {
  const begin = Date.now();
  return {
    show(measure, text) {
      const seconds = Math.round((Date.now() - begin) / 1000);
      const line = `bench ${seconds} s  ${measure}: ${text}`;
      stream.write(stream.isTTY ? `\r\x1b[K${line.slice(0, (stream.columns ?? 80) - 1)}` : `${line}\n`);
    },
    end() {
      if (stream.isTTY) stream.write('\r\x1b[K');
    },
  };
}
