// The models of the instant upstream (native/upstream.c), as every contender has to be told of them.

/** Low enough for a demo's credit to cover a run, though a reservation is a request's worst case. */
const LOW_PRICE = '0.000000001'

/** The price is of a token, in USD, of prompts and answers alike. */
export const MODELS = [
  { name: 'mock', price: LOW_PRICE },
  { name: 'mock-100x20', price: LOW_PRICE },
  { name: 'mock-100x100', price: LOW_PRICE },
  { name: 'mock-after-1500', price: '0.0001' },
]

/** What the upstream says it counted: 251 tokens of an answer, 314 of a stream of 100 events. */
export const TOKENS = { answer: 251, stream: 314 }
export const EVENTS = 100
