import { paths } from '@/lib/client/paths'
import { Logo } from './logo'

/** On pages without a bar. A whole new document: what brought somebody here may have broken this one. */
export function CornerLogo() {
  return (
    <a href={paths.home} aria-label="Portico, home" className="absolute top-5 left-6 flex rounded-sm">
      <Logo />
    </a>
  )
}
