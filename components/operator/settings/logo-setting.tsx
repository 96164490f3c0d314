'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { Setting as Row } from '@/components/account/settings/profile-panel'
import { FileDrop } from '@/components/forms/file-drop'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { setLogoMutation } from '@/lib/operator/settings/queries'

const MAX_BYTES = 100 * 1024

/** The logo in the header of every page. */
export function LogoSetting({ url }: { url: string | null }) {
  const router = useRouter()
  const change = useMutation(setLogoMutation())
  const set = (image: string | null) =>
    change.mutate(image, {
      onSuccess: () => {
        toast.success(image === null ? 'Logo removed' : 'Logo saved')
        router.refresh() // the header is rendered by the server
      },
      onError: (error) => toast.error(error.message),
    })
  async function choose([file]: File[]) {
    if (file === undefined) return
    if (file.size > MAX_BYTES) toast.error('The image must be at most 100 kB.')
    else set(await base64Of(file))
  }
  return (
    <Row name="Logo" hint="PNG, JPEG, WebP or SVG, up to 100 kB. Displayed 20 pixels high.">
      <div className="flex w-full max-w-md flex-wrap items-center gap-3">
        {url && (
          <>
            {/* biome-ignore lint/performance/noImgElement: a small image that needs no optimization */}
            <img
              src={url}
              alt="Logo"
              className="h-10 max-w-40 rounded-sm border border-line object-contain p-1"
            />
            <Button size="sm" loading={change.isPending} onClick={() => set(null)}>
              Remove logo
            </Button>
          </>
        )}
        <FileDrop
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          disabled={change.isPending}
          onFiles={choose}
          className="flex-1 basis-48 px-4 py-3"
        >
          {url ? 'Drop or choose an image to replace the logo' : 'Drop or choose an image'}
        </FileDrop>
      </div>
    </Row>
  )
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
