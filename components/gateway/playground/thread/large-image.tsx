import { Dialog, DialogContent, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import type { AttachedImage } from '../conversation/conversation'

type LargeImageProps = { image: AttachedImage; open: boolean; onOpenChange: (open: boolean) => void }

export function LargeImage({ image, open, onOpenChange }: LargeImageProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent className="sm:max-w-3xl" aria-describedby={undefined}>
        <DialogHeader>
          <DialogTitle className="truncate">{image.name}</DialogTitle>
        </DialogHeader>
        <div className="min-h-0 overflow-auto px-5 pb-5">
          {/* biome-ignore lint/performance/noImgElement: held by the browser already */}
          <img
            src={image.dataUrl}
            alt={image.name}
            className="mx-auto h-auto max-h-[70dvh] w-auto max-w-full rounded-md"
          />
        </div>
      </DialogContent>
    </Dialog>
  )
}
