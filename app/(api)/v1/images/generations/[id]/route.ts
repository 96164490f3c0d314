import { polled } from '@/lib/http/replies'
import { apiKeyRoute } from '@/lib/http/routes'
import { readTask } from '@/lib/media/images/read-task'
import { ImageTask, ImageTaskParams } from '@/lib/media/images/schema'

export const GET = apiKeyRoute(
  {
    summary: 'One image task; the first read of a completed one carries b64_json',
    limit: 'task_read',
    params: ImageTaskParams,
    reply: ImageTask,
    refuses: [
      'task_not_found',
      'result_claim_in_progress',
      'image_already_retrieved',
      'image_expired',
      'storage_unavailable',
    ],
    isPolled: true,
  },
  async ({ caller, params, exchange: { method, signal } }) =>
    polled(await readTask(caller, params.id, { takesResult: method === 'GET', signal })),
)
