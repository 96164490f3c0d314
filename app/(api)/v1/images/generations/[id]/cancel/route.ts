import { apiKeyRoute } from '@/lib/http/routes'
import { cancelTask } from '@/lib/media/images/history'
import { ImageTask, ImageTaskParams } from '@/lib/media/images/schema'

export const POST = apiKeyRoute(
  {
    summary: 'Cancel an image task that has not finished',
    limit: 'task_read',
    params: ImageTaskParams,
    reply: ImageTask,
    refuses: ['task_not_found', 'task_not_cancellable'],
  },
  ({ caller, params }) => cancelTask(caller, params.id),
)
