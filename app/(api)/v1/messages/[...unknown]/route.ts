import { inMessagesWords } from '@/lib/gateway/chat/formats/messages/errors'
import { notFoundIn } from '@/lib/http/routes'

const notFound = notFoundIn(inMessagesWords)

/** An unknown path below `/v1/messages`, in the error format of its clients. */
export { notFound as DELETE, notFound as GET, notFound as PATCH, notFound as POST, notFound as PUT }
