'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { signIn } from 'next-auth/react'
import { useState } from 'react'
import { z } from 'zod'
import { LoadError } from '@/components/data/loaded'
import { RelativeTime } from '@/components/data/relative-time'
import { SubmitFooter, useApiForm } from '@/components/forms/api-form'
import { FormText } from '@/components/forms/text-field'
import { NewPassword, PasswordOwner } from '@/components/identity/auth-fields'
import { ServiceMark } from '@/components/identity/other-ways-in'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogBody, DialogContent, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { toast } from '@/components/ui/toast'
import { paths } from '@/lib/client/paths'
import { changePasswordMutation, profileQuery, unlinkServiceMutation } from '@/lib/identity/queries'
import {
  PASSWORD_MIN_LENGTH,
  type Profile,
  type SignInOptions,
  type SignInService,
} from '@/lib/identity/schema'
import { OwnPasswordField, ownPassword } from './own-password-field'
import { SecondFactorSetting } from './second-factor-setting'
import { Setting } from './setting'

/** The ways in: the password, and accounts elsewhere. */
export function SignInPanel({ options }: { options: SignInOptions }) {
  const profile = useQuery(profileQuery())
  return (
    <Panel>
      <PanelHeader title="Sign-in" />
      {profile.isPending && (
        <div role="status" className="flex flex-col gap-4 p-4">
          <span className="sr-only">Loading the ways to sign in</span>
          <Skeleton className="w-1/3" />
          <Skeleton className="w-1/2" />
        </div>
      )}
      <LoadError query={profile} what="The ways to sign in" />
      {profile.data && (
        <dl className="divide-y divide-line">
          <PasswordSetting profile={profile.data} />
          <SecondFactorSetting profile={profile.data} />
          {options.services.map((service) => (
            <ServiceSetting key={service.id} service={service} profile={profile.data} />
          ))}
        </dl>
      )}
    </Panel>
  )
}

function PasswordSetting({ profile }: { profile: Profile }) {
  const [open, setOpen] = useState(false)
  if (profile.is_demo)
    return <Setting name="Password">Made at the first start for the demo account; demo.json has it.</Setting>
  return (
    <Setting name="Password" hint="Changing it ends every other session">
      <Button onClick={() => setOpen(true)}>
        {profile.has_password ? 'Change password' : 'Set a password'}
      </Button>
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogContent aria-describedby={undefined} onInteractOutside={(event) => event.preventDefault()}>
          <PasswordForm profile={profile} onDone={() => setOpen(false)} />
        </DialogContent>
      </Dialog>
    </Setting>
  )
}

type PasswordFormProps = { profile: Profile; onDone: () => void }

function PasswordForm({ profile, onDone }: PasswordFormProps) {
  const { register, submit, formState } = usePasswordForm(profile, onDone)
  const { errors, isSubmitting } = formState
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <DialogHeader>
        <DialogTitle>{profile.has_password ? 'Change password' : 'Set a password'}</DialogTitle>
      </DialogHeader>
      <DialogBody>
        {profile.has_password ? (
          <OwnPasswordField
            label="Present password"
            email={profile.email}
            registration={register('current_password')}
            error={errors.current_password?.message}
          />
        ) : (
          <PasswordOwner email={profile.email} />
        )}
        <FormText
          label="New password"
          hint={`${PASSWORD_MIN_LENGTH} characters or more`}
          registration={register('new_password')}
          error={errors.new_password?.message}
          type="password"
          autoComplete="new-password"
        />
        {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      </DialogBody>
      <SubmitFooter onCancel={onDone} loading={isSubmitting}>
        Save password
      </SubmitFooter>
    </form>
  )
}

function usePasswordForm(profile: Profile, onDone: () => void) {
  const change = useMutation(changePasswordMutation())
  return useApiForm({
    schema: z.object({ current_password: ownPassword(profile), new_password: NewPassword }),
    defaultValues: { current_password: '', new_password: '' },
    send: async ({ current_password, new_password }) => {
      await change.mutateAsync({ new_password, ...(profile.has_password && { current_password }) })
      toast.success('Password saved', { description: 'Every other session has ended.' })
      onDone()
    },
  })
}

type ServiceSettingProps = { service: SignInService; profile: Profile }

/** An account elsewhere: connected, or to be. What this installation does not offer and nobody connected is left out. */
function ServiceSetting({ service: { id, name, isOffered }, profile }: ServiceSettingProps) {
  const unlink = useMutation(unlinkServiceMutation())
  const linked = profile.services.find(({ provider }) => provider === id)
  if (!linked && (!isOffered || profile.is_demo)) return null
  if (!linked)
    return (
      <Setting name={name}>
        <Button onClick={() => void signIn(id, { callbackUrl: paths.settings })}>
          <ServiceMark service={id} />
          Connect {name}
        </Button>
      </Setting>
    )
  const isOnlyWay = !profile.has_password && profile.services.length === 1
  return (
    <Setting name={name} {...(isOnlyWay && { hint: 'Your only way in: set a password first' })}>
      <span className="mr-3">
        Connected <RelativeTime at={linked.linked_at} />
      </span>
      <Button
        disabled={isOnlyWay}
        loading={unlink.isPending}
        onClick={() =>
          unlink.mutate(id, {
            onSuccess: () => toast.success(`${name} is disconnected`),
            onError: (error) => toast.error(error.message),
          })
        }
      >
        Disconnect
      </Button>
    </Setting>
  )
}
