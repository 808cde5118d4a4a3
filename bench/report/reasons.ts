/** Why a goal is missed, where that is known: told beside the figure. By parts of names, the first that is in one. */
export const REASONS: Record<string, string> = {
  'do-nothing POST':
    'the node works on a call for 1.4 times as long as on a bare one: session, schema, limits, turns and metrics are a tenth of it, and none of them large',
  'one hot auction, keyed':
    'a bid is as much work of the node as three calls that do nothing, and as much again of PostgreSQL, on the processors that its clients use too',
  'one hot auction / textbook':
    'the textbook shares the processors with its clients too; foreign keys, answers under keys and the standing are written for each bid',
  'spread over':
    'each bid writes the standing of an auction of its own, with the ten indexes that lists of running auctions are sorted by',
  'all closed':
    'each end writes its auction, its standing in ten indexes, a record and ten emails to be sent; on a processor three times as quick it is met',
  'to be relisted: bids':
    'each bid waits behind what is closed and written anew on the same processors; another run met it',
  'one bid alone':
    'two round trips and one commit, but eight statements in them; to join three of them would save an eighth',
  ' emails when ':
    'each is rendered for its reader, in text and HTML, out of what holds when it is sent, and marked; nodemailer alone is two fifths of it',
  'filtered by a common word':
    'the words of some hundred auctions are read until the page is full, and then the cards',
  'filtered by manufacturer':
    'its 14,000 matches are found in the index of texts, and laid over what the company has open; then come the cards',
  'filtered by number':
    'some 1,600 of what the company has open match: all are read, since no index has them in the order of the list too',
  'list filtered':
    'of a thousand auctions one to three match, and are the page; of a million those that match are looked up in indexes, whose size grows with them',
  'largest paint':
    'page, view and picture come one after the other, each a trip of 150 ms on the slow line',
  'memory of an idle socket':
    'who it is, what it listens to and when it was heard last; the rest is what Node and ws keep',
  ': blocked':
    'the app takes the place of the view in one piece, at a quarter of the speed of the machine, and what takes longer than 50 ms so counts; on a processor three times as quick it is met',
  'first press': 'it is drawn at a quarter of the speed of the machine; another run met it',
  'dropped frames':
    'page, node, database and whoever bids share two processors; on those three times as quick it is met',
  'npm start':
    'beside the node a mailbox and a sign-on provider start, and what they load is compiled; on a processor three times as quick it is met',
  'list of':
    'two statements, places and cards, and a page of 45 KB that is made, packed and sent, for which a slow processor needs more than the 2 ms; what is looked up by a filter is planned each time',
  'list by ':
    'a page of one order, whose rounds in one run differ by more than the goal allows; another run met it',
  '/api/auctions?ordering=':
    'a page of one order, whose rounds in one run differ by more than the goal allows; another run met it',
  '/api/auctions/counts':
    'its rounds in one run differ by more than the goal allows; another run met it',
  '/api/won-auctions':
    'the workshop has won some 12,000 of a million, and of a thousand too few to fill a page',
};
