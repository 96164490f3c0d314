import { accountRoute } from '@/lib/http/routes'
import { deleteVideo, readVideoRecord } from '@/lib/media/videos/history'
import { DeletedVideo, VideoRecord, VideoTaskParams } from '@/lib/media/videos/schema'

export const GET = accountRoute(
  {
    summary: 'One video of the history',
    limit: 'account',
    needs: 'work.read',
    params: VideoTaskParams,
    reply: VideoRecord,
    refuses: ['task_not_found'],
  },
  ({ caller, params }) => readVideoRecord(caller, params.id),
)

export const DELETE = accountRoute(
  {
    summary: 'Delete a finished video and its files',
    limit: 'account',
    needs: 'models.use',
    params: VideoTaskParams,
    reply: DeletedVideo,
    refuses: ['task_not_found', 'task_not_finished'],
    audit: 'video.delete',
  },
  ({ caller, params }) => deleteVideo(caller, params.id),
)
