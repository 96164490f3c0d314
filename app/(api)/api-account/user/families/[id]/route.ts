import { accountRoute } from '@/lib/http/routes'
import { Family, ImageTaskParams } from '@/lib/media/images/schema'
import { readFamily } from '@/lib/media/videos/families'

export const GET = accountRoute(
  {
    summary: 'The family of an image or video: what was made from the same first one',
    limit: 'account',
    needs: 'work.read',
    params: ImageTaskParams,
    reply: Family,
    refuses: ['task_not_found'],
  },
  ({ caller, params }) => readFamily(caller, params.id),
)
