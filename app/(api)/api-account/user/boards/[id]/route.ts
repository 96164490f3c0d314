import { accountRoute } from '@/lib/http/routes'
import { changeBoard, deleteBoard } from '@/lib/media/boards/boards'
import { Board, BoardParams, DeletedBoard, UpdateBoardRequest } from '@/lib/media/boards/schema'

export const PATCH = accountRoute(
  {
    summary: 'Rename a folder, or add images and videos to it or to the favorites, or remove them',
    limit: 'account',
    needs: 'models.use',
    params: BoardParams,
    body: UpdateBoardRequest,
    example: { add: ['igen_01jd3x8kz4q7m2v9c5r6t1w0ye'] },
    reply: Board,
    refuses: ['not_found'],
    audit: null,
  },
  ({ caller, params, body }) => changeBoard(caller, params.id, body),
)

export const DELETE = accountRoute(
  {
    summary: 'Delete a folder, and keep what is in it',
    limit: 'account',
    needs: 'models.use',
    params: BoardParams,
    reply: DeletedBoard,
    refuses: ['not_found'],
    audit: null,
  },
  ({ caller, params }) => deleteBoard(caller, params.id),
)
