// What is asked, and how fast the answer should be. `path` is given what the database was filled with.
const usage = '/api-account/user/usage'
const recent = `${usage}/recent`
const dayOf = (date) => date.toISOString().slice(0, 10)

export const QUESTIONS = [
  { title: '30 days, UTC', aim: 100, path: () => usage },
  { title: '30 days, Berlin', aim: 100, path: () => `${usage}?timezone=Europe/Berlin` },
  { title: '30 days, Kathmandu', aim: 100, path: () => `${usage}?timezone=Asia/Kathmandu` },
  {
    title: '30 days, Berlin, each split by model',
    aim: 100,
    path: () => `${usage}?timezone=Europe/Berlin&group_by=model`,
  },
  {
    title: '30 days, Berlin, one model',
    aim: 100,
    path: ({ commonModel }) => `${usage}?timezone=Europe/Berlin&model=${commonModel}`,
  },
  {
    title: '30 days, Berlin, one model and key',
    aim: 100,
    path: ({ commonModel, key }) => `${usage}?timezone=Europe/Berlin&model=${commonModel}&api_key_id=${key}`,
  },
  { title: '30 days as CSV, UTC', path: () => `${usage}?format=csv` },
  { title: 'recent, first page', aim: 20, path: () => recent },
  { title: 'recent, one model', aim: 20, path: ({ commonModel }) => `${recent}?model=${commonModel}` },
  { title: 'recent, a rare model', aim: 20, path: ({ rareModel }) => `${recent}?model=${rareModel}` },
  { title: 'recent, one key', aim: 20, path: ({ key }) => `${recent}?api_key_id=${key}` },
  { title: 'recent, failed ones', aim: 20, path: () => `${recent}?status=failed` },
  {
    title: 'recent, failed ones of one model and key',
    aim: 20,
    path: ({ commonModel, key }) => `${recent}?status=failed&model=${commonModel}&api_key_id=${key}`,
  },
  { title: 'recent, deep cursor', aim: 20, path: ({ deepCursor }) => `${recent}?cursor=${deepCursor}` },
  {
    title: 'recent, deep cursor, one model',
    aim: 20,
    path: ({ deepCursor, commonModel }) => `${recent}?cursor=${deepCursor}&model=${commonModel}`,
  },
]

/** A cursor that nine tenths of the rows are newer than. */
export async function findDeepCursor(product, { from, until }) {
  const day = dayOf(new Date(from.getTime() + (until.getTime() - from.getTime()) / 10))
  return JSON.parse(await product.ask(`${recent}?limit=1&end_date=${day}`)).next_cursor
}
