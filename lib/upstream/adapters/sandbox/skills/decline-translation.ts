import type { Skill } from '../reply/skill'
import { readPayload } from './read-payload'

const asked =
  /\btranslat(?:e|ion)\b|\bhow do (?:you|i) say\b.*\bin \p{L}+|\bwhat(?:'s| is)\b.{1,80}\bin (?:french|german|spanish|italian|portuguese|polish|russian|chinese|japanese|korean|arabic|dutch|latin|greek)\b|\bübersetz|\btradui|\btraduc|\btradu[zc]/iu

/** It knows no other language, and a wrong translation is worse than none. */
export const declineTranslation: Skill = ({ ask, prompt }) => {
  if (!asked.test(ask)) return undefined
  const language =
    /\b(?:in|into|to)\s+(\p{Lu}\p{Ll}+|french|german|spanish|italian|portuguese|polish|russian|chinese|japanese|korean|arabic|dutch|latin|greek)\b/u.exec(
      ask,
    )?.[1]
  const payload = readPayload(prompt)
  const into = language === undefined ? '' : ` into ${language.charAt(0).toUpperCase()}${language.slice(1)}`
  const text = payload === undefined ? '' : `\n\nThe text was: “${payload.slice(0, 300)}”`
  return `I cannot translate${into}: I am Portico's sandbox model and know no other language, and I would rather say so than make something up. Choose a model of a real provider for translations.${text}`
}
