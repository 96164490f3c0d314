import type { QueryClient } from '@tanstack/react-query'
import { shapesOf } from '@/lib/client/api-client'
import { mutationOf, queryOf } from '@/lib/client/api-queries'
import { apiPaths } from '@/lib/client/paths'
import type { BoardList } from './schema'

const shape = shapesOf<typeof import('./schema')>()

const listKey = ['boards']

export const boardsQuery = () => ({
  ...queryOf(listKey, apiPaths.boards, shape('BoardList')),
  select: ({ items }: BoardList) => items,
})

type BoardChange = { id?: string | undefined; body: { name?: string; add?: string[]; remove?: string[] } }

/** Creates a folder, or changes the one with this id. What changed shows at once. */
export const saveBoardMutation = () =>
  mutationOf(
    shape('Board'),
    ({ id, body }: BoardChange) =>
      id === undefined ? ['POST', apiPaths.boards, body] : ['PATCH', apiPaths.board(id), body],
    {
      onReply: (client, saved) => {
        client.setQueryData<BoardList>(
          listKey,
          (list) => list && { items: list.items.map((one) => (one.id === saved.id ? saved : one)) },
        )
        refreshHistories(client)
      },
      stale: listKey,
    },
  )

export const deleteBoardMutation = () =>
  mutationOf(shape('DeletedBoard'), (id: string) => ['DELETE', apiPaths.board(id)], {
    onReply: refreshHistories,
    stale: listKey,
  })

/** Those that show a folder. */
function refreshHistories(client: QueryClient): void {
  const hasBoard = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    JSON.stringify(queryKey).includes('"board"')
  void client.invalidateQueries({ predicate: hasBoard })
}
