'use client'

import { useMutation } from '@tanstack/react-query'
import { FormProvider } from 'react-hook-form'
import { z } from 'zod'
import { LimitFields, ModelsField } from '@/components/account/api-keys/key-fields'
import {
  checkModelsChosen,
  emptyLimits,
  limitFieldOf,
  limitFields,
  limitSettings,
  toLimitForm,
} from '@/components/account/api-keys/key-form'
import { DialogForm } from '@/components/forms/api-form'
import { FormText } from '@/components/forms/text-field'
import { maxCharacters, useApiForm } from '@/components/forms/use-api-form'
import { Separator } from '@/components/ui/separator'
import { toast } from '@/components/ui/toast'
import { saveProjectMutation } from '@/lib/account/projects/queries'
import type { Project } from '@/lib/account/projects/schema'
import { isTimeZone } from '@/lib/client/format/time'

const Fields = z
  .object({
    name: z.string().trim().min(1, 'Give the project a name.').check(maxCharacters(100)),
    timezone: z.string().trim().refine(isTimeZone, 'Enter a time zone such as Europe/Berlin.'),
    ...limitFields,
  })
  .superRefine(checkModelsChosen)

type ProjectFormProps = {
  /** The project to change; undefined: a new one. */
  item: Project | undefined
  onDone: () => void
}

/** Creates a project, or changes one. */
export function ProjectForm({ item: project, onDone }: ProjectFormProps) {
  const save = useMutation(saveProjectMutation())
  const { submit, ...form } = useApiForm({
    schema: Fields,
    defaultValues: {
      name: project?.name ?? '',
      timezone: project?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(project ? toLimitForm(project) : emptyLimits),
    },
    fieldOf: limitFieldOf,
    send: async (values) => {
      const { name, timezone } = values
      await save.mutateAsync({ id: project?.id, body: { name, timezone, ...limitSettings(values) } })
      toast.success(project ? 'Project saved' : 'Project created', { description: name })
      onDone()
    },
  })
  const { register, formState } = form
  return (
    <FormProvider {...form}>
      <DialogForm
        form={{ submit, formState }}
        title={project ? 'Change project' : 'New project'}
        description="Its limits hold for all its API keys together, beside the limits of each key."
        action={project ? 'Save' : 'Create project'}
        onCancel={onDone}
      >
        <FormText
          label="Name"
          registration={register('name')}
          error={formState.errors.name?.message}
          placeholder="Search"
          autoComplete="off"
        />
        <Separator />
        <LimitFields ofProject />
        <FormText
          label="Time zone"
          hint="In which days, weeks from Monday and months of the spending limit begin"
          registration={register('timezone')}
          error={formState.errors.timezone?.message}
          list="project-zones"
          autoComplete="off"
          spellCheck={false}
        />
        <datalist id="project-zones">
          {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        <Separator />
        <ModelsField what="the project’s keys" />
      </DialogForm>
    </FormProvider>
  )
}
