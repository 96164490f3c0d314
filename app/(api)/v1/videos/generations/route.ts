import { apiKeyRoute } from '@/lib/http/api-key-route'
import { createVideo } from '@/lib/videos/create-video'
import { listVideos } from '@/lib/videos/list-videos'
import { CreatedVideo, CreateVideoRequest, VideoList, VideoListQuery } from '@/lib/videos/schema'

export const POST = apiKeyRoute(
  {
    summary: 'Start a video',
    limit: 'video_create',
    body: CreateVideoRequest,
    example: { model: 'sandbox/video', prompt: 'A portico by the sea', resolution: '480p', duration: 3 },
    reply: CreatedVideo,
    idempotent: true,
    refusesMultipart: true,
  },
  ({ caller, body, exchange }) => createVideo(caller, body, exchange.headers['idempotency-key']),
)

export const GET = apiKeyRoute(
  { summary: 'List video tasks, newest first', limit: 'task_read', query: VideoListQuery, reply: VideoList },
  ({ caller, query }) => listVideos(caller, query),
)
