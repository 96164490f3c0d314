'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { loadSignIn, ServiceMark } from '@/components/account/identity/other-sign-ins'
import { LoadError, RowsSkeleton } from '@/components/data/loaded'
import { RelativeTime } from '@/components/data/relative-time'
import { formDialog } from '@/components/forms/form-dialog'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import { whenOpened } from '@/components/ui/when-opened'
import { profileQuery, unlinkServiceMutation } from '@/lib/account/identity/queries'
import type { Profile, SignInOptions, SignInService } from '@/lib/account/identity/schema'
import { paths } from '@/lib/client/paths'
import { Setting } from './profile-panel'
import type { SecondFactorAction } from './second-factor-dialog'

const PasswordDialog = formDialog(() => import('./account-dialogs').then((module) => module.PasswordForm), {
  'aria-describedby': undefined,
})

const SecondFactorDialog = whenOpened(
  () => import('./second-factor-dialog').then((module) => module.SecondFactorDialog),
  ({ opened }) => opened !== null,
)

/** Sign-in methods: password, two-factor authentication, other services. */
export function SignInPanel({ options }: { options: SignInOptions }) {
  const profile = useQuery(profileQuery())
  return (
    <Panel>
      <PanelHeader title="Sign-in" />
      {profile.isPending && (
        <RowsSkeleton
          what="sign-in methods"
          rows={2 + options.services.filter(({ isOffered }) => isOffered).length}
          className="h-[6.53125rem] sm:h-[4.53125rem]"
        />
      )}
      <LoadError query={profile} what="The sign-in methods" />
      {profile.data && (
        <dl className="divide-y divide-border">
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
  if (profile.is_demo) return <Setting name="Password">Generated at first start. See demo.json.</Setting>
  return (
    <Setting name="Password" hint="Changing it signs out all other sessions">
      <Button variant="outline" onClick={() => setOpen(true)}>
        {profile.has_password ? 'Change password' : 'Set a password'}
      </Button>
      <PasswordDialog open={open} profile={profile} onDone={() => setOpen(false)} />
    </Setting>
  )
}

function SecondFactorSetting({ profile }: { profile: Profile }) {
  const [opened, setOpened] = useState<SecondFactorAction | null>(null)
  if (profile.is_demo) return null
  const { second_factor: factor } = profile
  const hint = factor
    ? `On. ${factor.recovery_codes_left} recovery codes left`
    : 'Requires a code from an authenticator app at sign-in'
  return (
    <Setting name="Two-factor authentication" hint={hint}>
      <span className="flex flex-wrap gap-2">
        {factor && (
          <Button variant="outline" onClick={() => setOpened('codes')}>
            New recovery codes
          </Button>
        )}
        <Button
          variant="outline"
          disabled={!factor && !profile.has_password}
          onClick={() => setOpened('switch')}
        >
          {factor ? 'Turn off' : 'Turn on'}
        </Button>
      </span>
      {!factor && !profile.has_password && (
        <span className="ml-3 text-xs text-faint-foreground">Set a password first.</span>
      )}
      <SecondFactorDialog opened={opened} profile={profile} onDone={() => setOpened(null)} />
    </Setting>
  )
}

type ServiceSettingProps = { service: SignInService; profile: Profile }

/** Another service to sign in with. Hidden where it is neither offered nor connected. */
function ServiceSetting({ service: { id, name, isOffered }, profile }: ServiceSettingProps) {
  const unlink = useMutation(unlinkServiceMutation())
  const linked = profile.services.find(({ provider }) => provider === id)
  if (!linked && (!isOffered || profile.is_demo)) return null
  if (!linked)
    return (
      <Setting name={name}>
        <Button variant="outline" onClick={() => void connect(id)}>
          <ServiceMark service={id} />
          Connect {name}
        </Button>
      </Setting>
    )
  const isOnlyWay = !profile.has_password && profile.services.length === 1
  return (
    <Setting name={name} {...(isOnlyWay && { hint: 'Set a password before you disconnect it' })}>
      <span className="mr-3">
        Connected <RelativeTime at={linked.linked_at} />
      </span>
      <Button
        variant="outline"
        disabled={isOnlyWay}
        loading={unlink.isPending}
        onClick={() =>
          unlink.mutate(id, {
            onSuccess: () => toast.success(`${name} disconnected`),
            onError: (error) => toast.error(error.message),
          })
        }
      >
        Disconnect
      </Button>
    </Setting>
  )
}

async function connect(service: SignInService['id']): Promise<void> {
  const signIn = await loadSignIn()
  await signIn(service, { callbackUrl: paths.settings })
}
