const PAGE = 100
const SETTLED_WITHIN_MS = 60_000

async function read({ origin, headers }, path) {
  const answer = await fetch(`${origin}/api-account/user/${path}`, { headers })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** The balance once nothing is held any more. */
export async function readSettledBalance(portico) {
  const end = Date.now() + SETTLED_WITHIN_MS
  for (;;) {
    const balance = await read(portico, 'balance')
    if (Number(balance.held) === 0 || Date.now() > end) return balance
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Every usage row that there is, by its id. */
export async function readRows(portico) {
  const rows = new Map()
  let cursor = ''
  do {
    const page = await read(portico, `usage/recent?limit=${PAGE}&cursor=${encodeURIComponent(cursor)}`)
    for (const row of page.items) rows.set(row.id, row)
    cursor = page.next_cursor
  } while (cursor !== '')
  return rows
}

export function readUsage(portico) {
  return read(portico, 'usage')
}
