/** A part of the report: of which rows of `npm run bench`, and what they are about. */
export interface Section {
  rows: string[];
  title: string;
  about: string;
}

/** In the order of the report. */
export const SECTIONS: Section[] = [
  {
    rows: ['bids', 'bid-sizes'],
    title: 'Bids',
    about:
      'Bids with a key, as pages send them, on a durable PostgreSQL, against a bare Fastify POST of the same body, which stores nothing; against the transaction of a textbook; and one alone against a bare insert and commit.',
  },
  {
    rows: ['fan-out'],
    title: 'Open pages that are told of a bid',
    about:
      'From the press to the last of so many sockets, against a bare `ws` server that sends the same bytes to as many and stores nothing.',
  },
  {
    rows: ['closing'],
    title: 'Auctions that end at once',
    about:
      'They end within one second, each with ten who watch it and get an email, while others bid a hundred times a second elsewhere: those bids against the same before.',
  },
  {
    rows: ['emails'],
    title: 'Emails',
    about:
      'Ten for each auction that ends, rendered, sent and noted, against a bare pool of nodemailer with as many connections that sends one rendered email again and again.',
  },
  {
    rows: ['lists'],
    title: 'Lists',
    about:
      'Of a million auctions of five years, and of fewer, as a case manager of the largest company and a workshop see them, over HTTP; against the quickest of some statements by hand that find the same rows, in the database alone.',
  },
  {
    rows: ['pages', 'screens'],
    title: 'Pages on a slow phone',
    about:
      "By Lighthouse's mobile preset (a slow network, a processor at a quarter of its speed), and presses and live lists at a quarter of the speed. Bytes are gzipped.",
  },
  {
    rows: ['pictures'],
    title: 'Pictures',
    about:
      'A photo to all of its sizes, in a process without secrets, against sharp in the process that asks.',
  },
  {
    rows: ['memory', 'start'],
    title: 'Memory, and the start',
    about:
      'A node that waits, an open socket beside one of a bare `ws` server, hours at half load; and `npm start` beside a bare node that starts the same PostgreSQL.',
  },
];
