import { connect } from 'node:net';

/** A line to a server that is kept open, for one visitor at a time. */
export interface MessageLine {
  /** Posts JSON; the status of the answer, once all of it has come. */
  post(path: string, body: string): Promise<number>;
  close(): void;
}

const answerHead = /^HTTP\/1\.1 (\d+).*?\r\nContent-Length: (\d+)\r\n/s;

/**
 * Opens one. It reads no more of an answer than where it ends: Node's own client costs as much as the server,
 * and a visitor brings a processor of his own.
 */
export function openLine(address: string): MessageLine {
  const { host, hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true }).setEncoding('latin1');
  let said = '';
  let waiting: { settle(status: number): void; fail(problem: Error): void } | undefined;

  socket.on('data', (more: string) => {
    said += more;
    const [, status, length] = answerHead.exec(said) ?? [];
    const head = said.indexOf('\r\n\r\n');
    if (length === undefined || head === -1 || said.length < head + 4 + Number(length)) return;
    const answered = waiting;
    [said, waiting] = ['', undefined];
    answered?.settle(Number(status));
  });
  socket.on('error', (problem) => waiting?.fail(problem));
  socket.on('close', () => waiting?.fail(new Error(`The server hung up after: ${said}`)));

  return {
    post: (path, body) =>
      new Promise((settle, fail) => {
        waiting = { settle, fail };
        const length = Buffer.byteLength(body);
        const head = `Host: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${length}`;
        socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n\r\n${body}`);
      }),
    close: () => void socket.destroy(),
  };
}
