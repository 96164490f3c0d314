import { z } from 'zod'
import { clock } from './clock'
import { prisma } from './db'

/**
 * The files of our pages (scripts, styles, fonts) by the builds that the database has seen: while two versions serve side by side, each
 * is asked for the other's, and a page that was open before goes on fetching those of its own.
 */
const PageFiles = z.array(z.object({ path: z.string(), body: z.instanceof(Buffer) }))

const BUILDS_KEPT = 5

/** Leaves a build's files for all, once; what only builds before the last five had goes. */
export async function keepPageFiles(build: string, read: () => unknown): Promise<void> {
  if (await prisma.pageFile.findFirst({ where: { build }, select: { path: true } })) return
  const keptAt = clock.now()
  const files = PageFiles.parse(read()).map(({ path, body }) => ({
    path,
    body: Uint8Array.from(body),
    build,
    keptAt,
  }))
  const paths = files.map(({ path }) => path)
  await prisma.$transaction([
    prisma.pageFile.updateMany({ where: { path: { in: paths } }, data: { build, keptAt } }),
    prisma.pageFile.createMany({ data: files, skipDuplicates: true }),
  ])
  const builds = await prisma.pageFile.groupBy({
    by: ['build'],
    orderBy: { _max: { keptAt: 'desc' } },
    skip: BUILDS_KEPT,
  })
  await prisma.pageFile.deleteMany({ where: { build: { in: builds.map((one) => one.build) } } })
}

/** As it was kept: scripts and styles packed by Brotli. */
export async function findPageFile(path: string): Promise<Uint8Array | undefined> {
  return (await prisma.pageFile.findUnique({ where: { path }, select: { body: true } }))?.body
}
