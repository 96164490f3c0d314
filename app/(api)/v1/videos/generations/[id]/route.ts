import { polled } from '@/lib/http/replies'
import { apiKeyRoute } from '@/lib/http/routes'
import { readVideo } from '@/lib/media/videos/history'
import { VideoTask, VideoTaskParams } from '@/lib/media/videos/schema'

export const GET = apiKeyRoute(
  {
    summary: 'Read a video task; a completed one has a fresh link',
    limit: 'task_read',
    params: VideoTaskParams,
    reply: VideoTask,
    refuses: ['task_not_found'],
    isPolled: true,
  },
  async ({ caller, params }) => polled(await readVideo(caller, params.id)),
)
