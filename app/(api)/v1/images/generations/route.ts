import { modelRefusals, upstreamRefusals } from '@/lib/http/contract'
import { answerFromTask } from '@/lib/http/replies'
import { apiKeyRoute } from '@/lib/http/routes'
import { createAwaited, deliverPictures } from '@/lib/media/images/deliver-pictures'
import { listTasks } from '@/lib/media/images/history'
import {
  GenerateImagesRequest,
  ImagesReply,
  ImageTaskList,
  ImageTaskListQuery,
} from '@/lib/media/images/schema'
import { env } from '@/lib/platform/env'

export const POST = apiKeyRoute(
  {
    summary: 'Generate images from text and wait for them',
    limit: 'image_create',
    keepsContents: true,
    alsoReplies: ['text/event-stream'],
    body: GenerateImagesRequest,
    example: { model: 'sandbox/image-1', prompt: 'A portico by the sea', size: '1024x1024', quality: 'low' },
    reply: ImagesReply,
    idempotent: true,
    answersFromTask: true,
    refusesMultipart: true,
    refuses: [
      ...modelRefusals,
      ...upstreamRefusals,
      'task_still_running',
      'task_cancelled',
      'task_not_found',
      'image_expired',
      'image_already_retrieved',
      'storage_unavailable',
    ],
  },
  (request) =>
    answerFromTask(request, {
      make: (key) => createAwaited(request.caller, request.body, key),
      deliver: (id, millis) =>
        deliverPictures(request.caller, id, request.body, { millis, signal: request.exchange.signal }),
      isStream: request.body.stream === true,
      waitMillis: env().IMAGE_WAIT_SECONDS * 1000,
    }),
)

export const GET = apiKeyRoute(
  {
    summary: 'List readable image tasks, newest first',
    limit: 'task_read',
    query: ImageTaskListQuery,
    reply: ImageTaskList,
    refuses: ['invalid_cursor'],
  },
  ({ caller, query }) => listTasks(caller, query),
)
