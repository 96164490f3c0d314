'use client'

import { RelativeTime } from '@/components/data/relative-time'
import { useNow } from '@/components/data/use-now'
import { StatusDot } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import type { ApiKeyRecord } from '@/lib/api-keys/schema'
import { describeKeyState, expiresSoon } from './key-status'

export function KeyStateLabel({ apiKey }: { apiKey: ApiKeyRecord }) {
  const now = useNow()
  const state = describeKeyState(apiKey, now)
  const over = state.label === 'Expired'
  return (
    <div>
      <StatusDot tone={state.tone}>{state.label}</StatusDot>
      {apiKey.expires_at && (
        <span className={cn('block text-xs', expiresSoon(apiKey, now) ? 'text-warning-text' : 'text-faint')}>
          {!over && 'Expires '}
          <RelativeTime at={apiKey.expires_at} />
        </span>
      )}
    </div>
  )
}
