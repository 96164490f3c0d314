import { join } from 'node:path'
import type { DocumentType } from '../../orders-schema'
import type { OrderRow } from '../orders/order-row'
import { type DocumentContent, documentContent } from './document-content'
import type { Face } from './faces/face'
import { findFaces } from './faces/find-faces'
import { openFaces } from './faces/open-faces'
import { lettersWithout, splitByFace } from './faces/split-by-face'

/** Geist has the letters of European languages; it is embedded, so they look the same everywhere. */
const fonts = join(process.cwd(), 'node_modules/geist/dist/fonts/geist-sans')
const regular = join(fonts, 'Geist-Regular.ttf')
const strong = join(fonts, 'Geist-SemiBold.ttf')

const LEFT = 64
const WIDTH = 595.28 - 2 * LEFT
const COLUMN = WIDTH / 2 - 12
const ink = '#1c1b18'
const quiet = '#5d5c57'
const line = '#dddcd7'

/** An order's invoice or receipt as a PDF of one page: tagged, so that screen readers read it in order. */
export async function renderDocument(order: OrderRow, type: DocumentType): Promise<Buffer> {
  const content = documentContent(order, type)
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    size: 'A4',
    margin: LEFT,
    font: regular,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `${content.title} ${order.id}`,
      Author: 'Portico',
      CreationDate: order.paidAt ?? order.createdAt,
      ModDate: order.paidAt ?? order.createdAt,
    },
  })
  const done = collect(document)
  const page = new DocumentPage(document, await facesFor(content))
  page.heading(content)
  page.parties(content)
  page.lines(content)
  page.sums(content)
  page.end()
  return done
}

type Faces = { geist: Face; others: Face[] }

async function facesFor(content: DocumentContent): Promise<Faces> {
  const [geist] = await openFaces(regular)
  if (geist === undefined) throw new Error('Geist has no font')
  return { geist, others: await findFaces(lettersWithout(geist, content.buyer.join(' '))) }
}

function collect(document: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
}

type Style = { size?: number; isStrong?: boolean; color?: string; align?: 'left' | 'right'; width?: number }

/** Writes downwards, a block at a time; each piece of text is an element of the document's structure. */
class DocumentPage {
  private readonly root: PDFKit.PDFStructureElement
  private y = LEFT

  constructor(
    private readonly document: PDFKit.PDFDocument,
    private readonly faces: Faces,
  ) {
    this.root = document.struct('Document')
    document.addStructure(this.root)
  }

  heading({ title, warning, facts }: DocumentContent): void {
    this.y = this.text('H1', title, LEFT, this.y, { size: 26, isStrong: true })
    if (warning !== null)
      this.y = this.text('P', warning, LEFT, this.y + 6, { color: '#8a5200', isStrong: true })
    this.y += 22
    for (const { label, value } of facts) {
      this.text('P', label, LEFT, this.y, { color: quiet, width: 110 })
      this.y = this.text('P', value, LEFT + 118, this.y, { width: WIDTH - 118 }) + 3
    }
  }

  parties({ seller, buyer }: DocumentContent): void {
    const top = this.y + 26
    this.y = Math.max(
      this.party('From', seller, LEFT, top),
      this.party('Billed to', buyer, LEFT + WIDTH / 2 + 12, top),
    )
  }

  private party(label: string, names: string[], x: number, top: number): number {
    let y = this.text('H2', label, x, top, { color: quiet, width: COLUMN }) + 3
    for (const [index, name] of names.entries())
      y = this.text('P', name, x, y, { isStrong: index === 0, width: COLUMN }) + 2
    return y
  }

  lines({ lines }: DocumentContent): void {
    this.y = this.rule(this.y + 30) + 12
    for (const { item, detail, amount } of lines) {
      const top = this.y
      this.y = this.text('P', item, LEFT, top, { isStrong: true, width: WIDTH - 180 }) + 2
      this.y = this.text('P', detail, LEFT, this.y, { color: quiet, width: WIDTH - 180 })
      this.text('P', amount, LEFT + WIDTH - 160, top, { align: 'right', width: 160 })
    }
    this.y = this.rule(this.y + 12) + 12
  }

  sums({ sums }: DocumentContent): void {
    for (const { label, amount, isTotal } of sums) {
      const style = { isStrong: isTotal, ...(isTotal && { size: 12 }) }
      this.text('P', label, LEFT + WIDTH / 2 + 12, this.y, {
        ...style,
        width: 100,
        color: isTotal ? ink : quiet,
      })
      this.y =
        this.text('P', amount, LEFT + WIDTH - 130, this.y, { ...style, align: 'right', width: 130 }) + 6
    }
  }

  end(): void {
    this.root.end()
    this.document.end()
  }

  /** Answers where the next line may begin. */
  private text(tag: string, words: string, x: number, y: number, style: Style = {}): number {
    const { size = 10, isStrong = false, color = ink, align = 'left', width = WIDTH } = style
    const { document } = this
    // What no font has letters for is still there to be read aloud, searched and copied.
    const element = document.struct(tag, { actual: words }, () => {
      document.fontSize(size).fillColor(color)
      document.x = x
      document.y = y
      const { geist, others } = this.faces
      const runs = splitByFace(words, geist, others)
      for (const [index, { face, text }] of runs.entries()) {
        if (face === geist) document.font(isStrong ? strong : regular)
        else document.font(face.path, face.family ?? '')
        document.text(text, {
          width,
          align,
          lineGap: 2,
          continued: index < runs.length - 1,
          // All letters stand on Geist's line, and scripts that read from the right are laid out as wholes.
          ...(face !== geist && { baseline: -geist.ascent * size, features: [] }),
        })
      }
    })
    this.root.add(element)
    return document.y
  }

  private rule(y: number): number {
    const { document } = this
    document.markContent('Artifact', { type: 'Layout' })
    document
      .moveTo(LEFT, y)
      .lineTo(LEFT + WIDTH, y)
      .lineWidth(0.75)
      .strokeColor(line)
      .stroke()
    document.endMarkedContent()
    return y
  }
}
