import { TextAreaField } from '@/components/forms/text-field'
import { sentenceOf } from '@/lib/client/sentence-of'

type ReasonFieldProps = { error: Error | null; value: string; onChange: (value: string) => void }

/** Why an operator does something to a customer. Whatever went wrong stands below it: it is its form's only field. */
export function ReasonField({ error, ...field }: ReasonFieldProps) {
  return (
    <TextAreaField
      label="Reason"
      hint="Kept in the audit log; the customer does not see it."
      error={error ? sentenceOf(error) : undefined}
      rows={2}
      {...field}
    />
  )
}
