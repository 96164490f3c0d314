'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { Opened } from '@/components/media/studio/opened-task'
import { cn } from '@/components/ui/cn'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { paths } from '@/lib/client/paths'
import { familyQuery } from '@/lib/media/images/queries'
import type { FamilyMember } from '@/lib/media/images/schema'
import { cutText } from '@/lib/platform/escape'

/** What an opened result was made from, if that is still kept. */
export function useBefore(id: string | undefined): string | null {
  const { data = [] } = useQuery({ ...familyQuery(id ?? ''), enabled: id !== undefined })
  const source = data.find((one) => one.id === id)?.source
  return data.find((one) => one.id === source?.task_id)?.files[(source?.picture ?? 1) - 1] ?? null
}

type FamilyStripProps = {
  shown: Opened
  /** The studio of the page: results of the other one are opened there. */
  studio: 'images' | 'videos'
  onShow: (opened: Opened) => void
}

const kinds: Record<FamilyMember['kind'], string> = {
  generation: 'Created',
  edit: 'Edit',
  masked_edit: 'Edit',
  variation: 'Variation',
  video: 'Video',
}

/** What was made from the same first result, oldest first; each opens. */
export function FamilyStrip({ shown, studio, onShow }: FamilyStripProps) {
  const { data = [] } = useQuery(familyQuery(shown.id))
  const results = data.flatMap((member) =>
    member.files.flatMap((url, index) => (url === null ? [] : [{ member, url, picture: index + 1 }])),
  )
  if (data.length < 2) return null
  return (
    <nav aria-label="Family">
      <p className="mb-1.5 text-xs text-faint-foreground">Made from the same original</p>
      <ScrollRegion className="overflow-x-auto">
        <ol className="flex gap-1.5 p-1">
          {results.map(({ member, url, picture }) => {
            const opened = { id: member.id, picture }
            const isShown = member.id === shown.id && picture === shown.picture
            const isHere = (member.kind === 'video') === (studio === 'videos')
            const named = {
              'aria-label': `${kinds[member.kind]}: ${cutText(member.prompt ?? member.model_name, 80)}`,
              'aria-current': isShown || undefined,
              className: 'flex w-16 shrink-0 flex-col gap-1 rounded-md text-2xs text-muted-foreground',
            }
            const face = <Face member={member} url={url} isShown={isShown} />
            return (
              <li key={`${member.id} ${picture}`}>
                {isHere ? (
                  <button type="button" {...named} onClick={() => onShow(opened)}>
                    {face}
                  </button>
                ) : (
                  <Link {...named} href={addressOf(member, picture)}>
                    {face}
                  </Link>
                )}
              </li>
            )
          })}
        </ol>
      </ScrollRegion>
    </nav>
  )
}

function addressOf({ kind, id }: FamilyMember, picture: number): string {
  return kind === 'video' ? paths.videoTask(id) : `${paths.imageTask(id)}&picture=${picture}`
}

type FaceProps = { member: FamilyMember; url: string; isShown: boolean }

function Face({ member, url, isShown }: FaceProps) {
  const frame = cn(
    'size-16 rounded-md border bg-muted object-cover',
    isShown ? 'border-brand outline-2 outline-brand' : 'border-border',
  )
  return (
    <>
      {member.kind === 'video' ? (
        <video src={`${url}#t=0.001`} muted playsInline preload="metadata" tabIndex={-1} className={frame} />
      ) : (
        // biome-ignore lint/performance/noImgElement: served by our own route, which caches it
        <img src={url} alt="" loading="lazy" className={frame} />
      )}
      <span className="text-center">{kinds[member.kind]}</span>
    </>
  )
}
