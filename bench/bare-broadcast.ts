// A bare `ws` server in a process of its own: it sends what it is sent to all others, and says what it has of
// the memory when it is asked.
import { WebSocketServer } from 'ws';

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
server.on('connection', (socket) => {
  socket.on('message', (message) => {
    const text = message.toString();
    for (const other of server.clients) if (other !== socket) other.send(text);
  });
});
server.on('listening', () => {
  process.send!((server.address() as { port: number }).port);
});
process.on('message', async () => {
  await globalThis.gc?.({ execution: 'async' });
  process.send!({ resident: process.memoryUsage().rss / 2 ** 20 });
});
process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => {});
