import { zodResolver } from '@hookform/resolvers/zod'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type KeepStateOptions,
  useForm,
} from 'react-hook-form'
import { z } from 'zod'
import { ApiError } from '@/lib/client/api-client'
import { lengthError, sentenceOf } from '@/lib/client/format/text'

type ErrorField<Fields extends FieldValues> = FieldPath<Fields> | 'root'

type ApiFormOptions<Fields extends FieldValues, Request> = {
  schema: z.ZodType<Request, Fields>
  defaultValues?: DefaultValues<NoInfer<Fields>>
  values?: NoInfer<Fields>
  resetOptions?: KeepStateOptions
  /** Rejects with the API's error. */
  send: (request: Request) => Promise<unknown>
  /** Fields with another name in the API. */
  fieldOf?: Readonly<Record<string, ErrorField<Fields>>>
  /** The field that shows errors about no field; `root`, below all fields, by default. */
  otherwise?: ErrorField<Fields>
}

/**
 * A form validated by zod and sent to the API. Errors of the API go to their field, else to `errors.root`. Pages rendered on the
 * server pass no `defaultValues`: they would replace what was typed before hydration.
 */
export function useApiForm<Fields extends FieldValues, Request>(options: ApiFormOptions<Fields, Request>) {
  const { schema, send, fieldOf = {}, otherwise = 'root', ...values } = options
  const form = useForm<Fields, unknown, Request>({ resolver: zodResolver(schema), ...values })
  const isField = (name: string): name is FieldPath<Fields> => name in form.getValues()
  const submit = form.handleSubmit(async (request) => {
    try {
      await send(request)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const param = paramOf(error)
      const field = fieldOf[param] ?? (isField(param) ? param : otherwise)
      const message = field === 'root' ? error.message : sentenceOf(error)
      form.setError(field, { message }, { shouldFocus: field !== 'root' })
    }
  })
  return { ...form, submit }
}

/** The parameter that the API rejected: `allowed_models` for `allowed_models[2]`. Empty if there is none. */
export function paramOf(error: Error): string {
  return (error instanceof ApiError && error.param?.split(/[.[]/)[0]) || ''
}

/** For `.check()`: a text has at most this many characters, as the API counts them. */
export function maxCharacters(most: number): z.core.$ZodCheck<string> {
  return z.superRefine<string>((text, context) => {
    const problem = lengthError(text, most)
    if (problem !== undefined) context.addIssue(problem)
  })
}
