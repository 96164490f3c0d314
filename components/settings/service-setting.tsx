'use client'

import { useMutation } from '@tanstack/react-query'
import { signIn } from 'next-auth/react'
import { toast } from 'sonner'
import { RelativeTime } from '@/components/data/relative-time'
import { ServiceMark } from '@/components/identity/service-mark'
import { Button } from '@/components/ui/button'
import { paths } from '@/lib/client/paths'
import { unlinkServiceMutation } from '@/lib/identity/queries'
import type { Profile, SignInService } from '@/lib/identity/schema'
import { Setting } from './setting'

type ServiceSettingProps = { service: SignInService; profile: Profile }

/** An account elsewhere: connected, or to be. What this installation does not offer and nobody connected is left out. */
export function ServiceSetting({ service: { id, name, isOffered }, profile }: ServiceSettingProps) {
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
