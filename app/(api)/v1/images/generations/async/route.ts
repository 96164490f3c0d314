import { modelRefusals } from '@/lib/http/contract'
import { apiKeyRoute } from '@/lib/http/routes'
import { createGeneration } from '@/lib/media/images/create-task'
import { CreatedImageTask, CreateGenerationRequest } from '@/lib/media/images/schema'

export const POST = apiKeyRoute(
  {
    summary: 'Start a task that generates images from text',
    limit: 'image_create',
    keepsContents: true,
    body: CreateGenerationRequest,
    example: { model: 'sandbox/image-1', prompt: 'A portico by the sea', size: '1024x1024', quality: 'low' },
    reply: CreatedImageTask,
    status: 200,
    idempotent: true,
    refusesMultipart: true,
    refuses: [...modelRefusals],
  },
  ({ caller, body, exchange }) => createGeneration(caller, body, exchange.headers['idempotency-key']),
)
