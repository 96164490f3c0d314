import { answerAuth } from '@/lib/http/answer-auth'

export {
  answerAuth as DELETE,
  answerAuth as GET,
  answerAuth as OPTIONS,
  answerAuth as PATCH,
  answerAuth as POST,
  answerAuth as PUT,
}
