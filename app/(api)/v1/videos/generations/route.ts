import { modelRefusals } from '@/lib/http/contract'
import { apiKeyRoute } from '@/lib/http/routes'
import { createVideo } from '@/lib/media/videos/create-video'
import { listVideos } from '@/lib/media/videos/history'
import {
  CreatedVideo,
  CreateVideoRequest,
  VideoEvent,
  VideoList,
  VideoListQuery,
} from '@/lib/media/videos/schema'

export const POST = apiKeyRoute(
  {
    summary: 'Start a video task',
    limit: 'video_create',
    keepsContents: true,
    body: CreateVideoRequest,
    example: { model: 'sandbox/video', prompt: 'A portico by the sea', resolution: '480p', duration: 3 },
    reply: CreatedVideo,
    idempotent: true,
    refusesMultipart: true,
    callback: {
      field: 'callback_url',
      summary: 'The video task has ended',
      event: VideoEvent,
    },
    refuses: [...modelRefusals, 'storage_unavailable'],
  },
  ({ caller, body, exchange }) => createVideo(caller, body, exchange.headers['idempotency-key']),
)

export const GET = apiKeyRoute(
  {
    summary: 'List video tasks, newest first',
    limit: 'task_read',
    query: VideoListQuery,
    reply: VideoList,
    refuses: ['invalid_cursor'],
  },
  ({ caller, query }) => listVideos(caller, query),
)
