import { describeAttachment } from '../attachments/describe-attachment'
import type { Skill } from '../reply/skill'

/** Says what it was sent, and that it cannot look at it. */
export const describeAttachments: Skill = ({ attachments, ask }) => {
  if (attachments.length === 0) {
    const isExpected =
      /\b(?:describe|what(?:'s| is) in|look at) (?:this|the|my) (?:attached )?(?:image|picture|photo)\b/i.test(
        ask,
      )
    return isExpected
      ? 'I received no picture with this message, and could not look at one either.'
      : undefined
  }
  const received = attachments.map(describeAttachment)
  const list = received.length === 1 ? received[0] : `\n${received.map((item) => `- ${item}`).join('\n')}\n`
  return `I received ${list}. I am Portico's sandbox model and cannot see or hear: this is all I can tell about it.`
}
