import { accountRoute } from '@/lib/http/routes'
import { deleteImage, readImage } from '@/lib/media/images/history'
import { DeletedImage, ImageRecord, ImageTaskParams } from '@/lib/media/images/schema'

export const GET = accountRoute(
  {
    summary: 'One image task of the history',
    limit: 'account',
    needs: 'work.read',
    params: ImageTaskParams,
    reply: ImageRecord,
    refuses: ['task_not_found'],
  },
  ({ caller, params }) => readImage(caller, params.id),
)

export const DELETE = accountRoute(
  {
    summary: 'Delete an image task and its images',
    limit: 'account',
    needs: 'models.use',
    params: ImageTaskParams,
    reply: DeletedImage,
    refuses: ['task_not_found', 'task_not_finished'],
    audit: 'image.delete',
  },
  ({ caller, params }) => deleteImage(caller, params.id),
)
