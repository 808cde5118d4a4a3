import { connect, type Socket } from 'node:net';
import WebSocket from 'ws';

const CALLS_UNREAD = 20;

/**
 * Clients that cost a server more than they give it, so many of each: sockets that show a token and never read again, calls
 * whose answers nobody reads, and calls that are half said.
 */
export function startSlowClients(address: string, access: string, each: number): { stop(): void } {
  const [host = '', port] = address.split(':');
  const head = `host: ${address}\r\nauthorization: Bearer ${access}\r\n`;
  const open = (said: string): Socket => {
    const socket = connect(Number(port), host, () => socket.write(said));
    return socket.on('error', () => {}).pause();
  };
  const lines: Socket[] = [];
  const pages: WebSocket[] = [];
  for (let n = 0; n < each; n++) {
    lines.push(open(`GET /api/auctions HTTP/1.1\r\n${head}\r\n`.repeat(CALLS_UNREAD)));
    lines.push(
      open(`POST /api/auctions/1/bids HTTP/1.1\r\n${head}content-length: 999\r\n\r\n{"bid":`),
    );
    const page = new WebSocket(`ws://${address}/ws/auctions/`);
    page
      .on('error', () => {})
      .on('open', () => {
        page.send(JSON.stringify({ token: access }));
        page.pause();
      });
    pages.push(page);
  }
  return {
    stop() {
      for (const socket of lines) socket.destroy();
      for (const page of pages) page.terminate();
    },
  };
}
