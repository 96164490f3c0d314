'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DialogBody, DialogFooter, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ApiError } from '@/lib/client/api-error'
import { sentenceOf } from '@/lib/client/sentence-of'
import { changePasswordMutation } from '@/lib/identity/queries'
import { PASSWORD_MIN_LENGTH, type Profile } from '@/lib/identity/schema'

type PasswordFormProps = { profile: Profile; onDone: () => void }

export function PasswordForm({ profile, onDone }: PasswordFormProps) {
  const [present, setPresent] = useState('')
  const [next, setNext] = useState('')
  const change = useMutation(changePasswordMutation())
  const errorAt = (param: string) => {
    const { error } = change
    return error instanceof ApiError && error.param === param ? sentenceOf(error) : undefined
  }
  const isOther = change.error && !errorAt('current_password') && !errorAt('new_password')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(
      { ...(profile.has_password && { current_password: present }), new_password: next },
      {
        onSuccess: () => {
          toast.success('Password saved', { description: 'Every other session has ended.' })
          onDone()
        },
      },
    )
  }
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <DialogHeader>
        <DialogTitle>{profile.has_password ? 'Change password' : 'Set a password'}</DialogTitle>
      </DialogHeader>
      <DialogBody>
        {/* Password managers look for whose password it is. */}
        <input type="email" autoComplete="username" value={profile.email} readOnly hidden />
        {profile.has_password && (
          <Field label="Present password" error={errorAt('current_password')}>
            {(control) => (
              <Input
                {...control}
                type="password"
                autoComplete="current-password"
                value={present}
                onChange={(event) => setPresent(event.target.value)}
              />
            )}
          </Field>
        )}
        <Field
          label="New password"
          hint={`${PASSWORD_MIN_LENGTH} characters or more`}
          error={errorAt('new_password')}
        >
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="new-password"
              value={next}
              onChange={(event) => setNext(event.target.value)}
            />
          )}
        </Field>
        {isOther && <Alert tone="danger">{change.error?.message}</Alert>}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onDone}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          disabled={next === '' || (profile.has_password && present === '')}
          loading={change.isPending}
        >
          Save password
        </Button>
      </DialogFooter>
    </form>
  )
}
