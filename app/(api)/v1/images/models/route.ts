import { apiKeyRoute } from '@/lib/http/routes'
import { listImageModels } from '@/lib/images/create-task'
import { ImageModelList } from '@/lib/images/schema'

export const GET = apiKeyRoute(
  { summary: 'List the image models that can be called', limit: 'task_read', reply: ImageModelList },
  ({ caller }) => listImageModels(caller),
)
