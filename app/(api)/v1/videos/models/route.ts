import { apiKeyRoute } from '@/lib/http/routes'
import { listVideoModels } from '@/lib/videos/create-video'
import { VideoModelList } from '@/lib/videos/schema'

export const GET = apiKeyRoute(
  { summary: 'List the models that make videos', limit: 'task_read', reply: VideoModelList },
  ({ caller }) => listVideoModels(caller),
)
