import { apiKeyRoute } from '@/lib/http/routes'
import { cancelVideo } from '@/lib/media/videos/history'
import { VideoTask, VideoTaskParams } from '@/lib/media/videos/schema'

export const POST = apiKeyRoute(
  {
    summary: 'Cancel a video task that has not finished',
    limit: 'task_read',
    params: VideoTaskParams,
    reply: VideoTask,
    refuses: ['task_not_found', 'task_not_cancellable'],
  },
  ({ caller, params }) => cancelVideo(caller, params.id),
)
