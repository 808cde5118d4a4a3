// The baseline of live messages: a bare `ws` server that sends each message on to all other sockets.
import { WebSocketServer } from 'ws';
import { readMemory, serve } from '../../serve.ts';

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
server.on('connection', (socket) => {
  socket.on('message', (message) => {
    const text = message.toString();
    for (const other of server.clients) if (other !== socket) other.send(text);
  });
});
server.on('listening', () => {
  serve((server.address() as { port: number }).port, { readMemory });
});
