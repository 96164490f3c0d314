import { accountRoute } from '@/lib/http/routes'
import { createBoard, listBoards } from '@/lib/media/boards/boards'
import { Board, BoardList, CreateBoardRequest } from '@/lib/media/boards/schema'

export const GET = accountRoute(
  {
    summary: 'List the favorites and folders of the studios',
    limit: 'account',
    needs: 'work.read',
    reply: BoardList,
  },
  ({ caller }) => listBoards(caller),
)

export const POST = accountRoute(
  {
    summary: 'Create a folder',
    limit: 'account',
    needs: 'models.use',
    body: CreateBoardRequest,
    example: { name: 'Autumn campaign' },
    reply: Board,
    status: 201,
    idempotent: true,
    audit: null,
  },
  ({ caller, body }) => createBoard(caller, body),
)
