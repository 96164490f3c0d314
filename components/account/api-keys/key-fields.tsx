'use client'

import { useQuery } from '@tanstack/react-query'
import { useController, useFormContext, useFormState } from 'react-hook-form'
import { Choice } from '@/components/forms/choice'
import { ModelPicker } from '@/components/forms/model-picker'
import { OptionField } from '@/components/forms/option-select'
import { SpendLimitFields } from '@/components/forms/spend-limit'
import { SwitchRow } from '@/components/forms/switch-row'
import { FormText, FormTextArea } from '@/components/forms/text-field'
import { Alert } from '@/components/ui/alert'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { KeyScope } from '@/lib/account/api-keys/schema'
import { projectsQuery } from '@/lib/account/projects/queries'
import type { KeyForm } from './key-form'

export function NameField() {
  const { register, formState } = useFormContext<KeyForm>()
  return (
    <Field label="Name" error={formState.errors.name?.message}>
      {(control) => (
        <Input {...control} {...register('name')} placeholder="Production backend" autoComplete="off" />
      )}
    </Field>
  )
}

/** `what`: whose requests they restrict. */
export function ModelsField({ what = 'the key' }: { what?: string }) {
  const { field: limits } = useController<KeyForm, 'limitsModels'>({ name: 'limitsModels' })
  const { field: models, fieldState } = useController<KeyForm, 'allowedModels'>({ name: 'allowedModels' })
  return (
    <div className="flex flex-col gap-3">
      <SwitchRow
        label="Restrict to specific models"
        hint={`When off, ${what} can call every model, including ones added later.`}
        checked={limits.value}
        onCheckedChange={limits.onChange}
      />
      {limits.value && (
        <Field label="Allowed models" hideLabel error={fieldState.error?.message}>
          {(control) => (
            <ModelPicker control={control} value={models.value} onValueChange={models.onChange} />
          )}
        </Field>
      )}
    </div>
  )
}

/** The signed-in person's place in the organization. */
export type Me = { memberId: string; managesKeys: boolean; isOperator: boolean }

const NO_PROJECT = ':none'

/** Whose key it is, for those who may choose, and its project, if there are any. */
export function PlaceFields({ me }: { me: Me }) {
  const projects = useQuery(projectsQuery())
  const { field: owner, fieldState } = useController<KeyForm, 'owner'>({ name: 'owner' })
  const { field: project } = useController<KeyForm, 'projectId'>({ name: 'projectId' })
  const owners = [
    { value: 'organization', label: 'Organization' },
    { value: me.memberId, label: 'You' },
  ]
  const chosen = owner.value || 'organization'
  const isOther = owners.every(({ value }) => value !== chosen)
  const known = projects.data ?? []
  if (known.length === 0 && project.value === null && !me.managesKeys) return null
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {me.managesKeys && (
        <OptionField
          label="Owner"
          hint={chosen === 'organization' ? 'Works whoever leaves' : 'Ends with the membership'}
          error={fieldState.error?.message}
          options={isOther ? [...owners, { value: chosen, label: 'Another member' }] : owners}
          value={chosen}
          onValueChange={owner.onChange}
        />
      )}
      {(known.length > 0 || project.value !== null) && (
        <OptionField
          label="Project"
          hint="Its limits hold beside the key’s"
          options={[
            { value: NO_PROJECT, label: 'None' },
            ...known.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={project.value ?? NO_PROJECT}
          onValueChange={(id) => project.onChange(id === NO_PROJECT ? null : id)}
        />
      )}
    </div>
  )
}

/** Limits of spending, of requests and tokens per minute, and of requests at once. */
export function LimitFields({ ofProject = false }: { ofProject?: boolean }) {
  const { register, formState } = useFormContext<KeyForm>()
  return (
    <div className="grid items-start gap-4 sm:grid-cols-3">
      <SpendLimitFields {...(ofProject && { zone: 'in its time zone' })} />
      {counts.map(({ name, ...field }) => (
        <FormText
          key={name}
          {...field}
          className="figures"
          inputMode="numeric"
          autoComplete="off"
          {...(ofProject && { placeholder: 'No limit' })}
          registration={register(name)}
          error={formState.errors[name]?.message}
        />
      ))}
    </div>
  )
}

const counts = [
  { name: 'rateLimit', label: 'Rate limit', hint: 'Requests per minute', placeholder: 'Default' },
  { name: 'tokenLimit', label: 'Token limit', hint: 'Tokens per minute', placeholder: 'No limit' },
  { name: 'concurrency', label: 'Requests at once', hint: 'Streams until they end', placeholder: 'No limit' },
] as const

/** The addresses that may use the key. */
export function NetworksField() {
  const { register, formState } = useFormContext<KeyForm>()
  return (
    <FormTextArea
      label="Networks"
      hint="Addresses or networks that may use the key, separated by commas. Empty for any."
      rows={2}
      placeholder="203.0.113.7, 2001:db8::/32"
      spellCheck={false}
      className="font-mono"
      registration={register('networks')}
      error={formState.errors.networks?.message}
    />
  )
}

const scopes: { value: KeyScope; label: string; hint: string }[] = [
  { value: 'inference', label: 'Inference', hint: 'Call models' },
  { value: 'account:read', label: 'Read account', hint: 'View balance, usage and keys' },
  { value: 'account:write', label: 'Manage account', hint: 'Create, edit and revoke keys' },
  { value: 'operator', label: 'Operate', hint: 'Run this installation' },
]

/** `isOperator`: whether the person may give the scope `operator`. */
export function ScopesField({ isOperator }: { isOperator: boolean }) {
  const { field, fieldState } = useController<KeyForm, 'scopes'>({ name: 'scopes' })
  const operates = field.value.includes('operator')
  const toggle = (scope: KeyScope, on: boolean) =>
    field.onChange(
      scopes
        .map(({ value }) => value)
        .filter((value) => (value === scope ? on : field.value.includes(value))),
    )
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-sm font-medium">Permissions</legend>
      <div className="grid gap-x-4 gap-y-2.5 sm:grid-cols-3">
        {scopes
          .filter(({ value }) => value !== 'operator' || isOperator || operates)
          .map(({ value, label, hint }) => (
            <Choice
              key={value}
              label={label}
              hint={<span className="whitespace-normal">{hint}</span>}
              checked={field.value.includes(value)}
              onCheckedChange={(on) => toggle(value, on)}
            />
          ))}
      </div>
      {operates && (
        <Alert tone="warning">
          Who has this key can do everything that operators can: read and change providers, prices, settings
          and all customers, and set new passwords. Restrict its networks and let it expire.
        </Alert>
      )}
      {fieldState.error && (
        <p role="alert" className="text-xs text-destructive-text">
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  )
}

const choices = [
  { value: 'never', label: 'Never' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'On a date…' },
] as const

export function ExpiryField() {
  const { register, formState } = useFormContext<KeyForm>()
  const { field } = useController<KeyForm, 'expiry'>({ name: 'expiry' })
  return (
    <div className="grid items-start gap-4 sm:grid-cols-3">
      <OptionField label="Expires" options={choices} value={field.value} onValueChange={field.onChange} />
      {field.value === 'date' && (
        <Field label="Last day" error={formState.errors.expiryDate?.message}>
          {(control) => <Input {...control} type="date" {...register('expiryDate')} />}
        </Field>
      )}
    </div>
  )
}

export function TagsField() {
  const { register, formState } = useFormContext<KeyForm>()
  return (
    <FormTextArea
      label="Tags"
      hint="A line each. They stand in the usage of the key’s requests, unless a request has the same tag."
      registration={register('tags')}
      error={formState.errors.tags?.message}
      placeholder="team=search"
      rows={2}
      spellCheck={false}
      className="font-mono"
    />
  )
}

/** An error that belongs to no field. */
export function FormError() {
  const { errors } = useFormState()
  if (!errors.root?.message) return null
  return <Alert tone="danger">{errors.root.message}</Alert>
}
