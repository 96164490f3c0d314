/** The commonest things and times in other languages, so that a prompt in them is not lost on the sandbox. */
const words: Record<string, string> = {
  cat: '猫 猫咪 ネコ gato katze кошка кот',
  dog: '狗 小狗 犬 perro hund chien cane собака',
  fox: '狐狸 狐 zorro fuchs renard volpe лиса',
  bird: '鸟 鳥 pájaro vogel oiseau uccello птица',
  horse: '马 馬 caballo pferd cheval cavallo лошадь',
  panda: '熊猫',
  fish: '鱼 魚 pez poisson pesce рыба',
  whale: '鲸 鲸鱼 クジラ ballena wal baleine balena кит',
  rabbit: '兔子 うさぎ conejo hase lapin coniglio кролик',
  mountain: '山 雪山 山脉 montaña montañas berg berge bergen montagne montagnes montagna montagne гора горы',
  sea: '海 大海 海洋 mar meer mer mare море océano',
  beach: '海滩 沙滩 ビーチ playa strand plage spiaggia пляж',
  forest: '森林 树林 森 bosque wald forêt foresta лес',
  city: '城市 都市 街 ciudad stadt ville città город',
  desert: '沙漠 砂漠 desierto wüste désert deserto пустыня',
  space: '太空 宇宙 espacio weltraum espace spazio космос',
  sky: '天空 cielo himmel ciel небо',
  flower: '花 花朵 flor flores blume blumen fleur fleurs fiore fiori цветок цветы',
  tree: '树 樹 木 árbol baum arbre albero дерево',
  house: '房子 小屋 家 casa haus maison дом',
  castle: '城堡 castillo schloss burg château castello замок',
  car: '汽车 車 coche auto voiture macchina машина',
  boat: '船 小船 barco boot bateau barca лодка корабль',
  train: '火车 列車 tren zug treno поезд',
  coffee: '咖啡 コーヒー café kaffee caffè кофе',
  robot: '机器人 ロボット roboter робот',
  portrait: '肖像 人像 retrato porträt ritratto портрет',
  woman: '女人 女孩 女性 mujer frau femme donna женщина девушка',
  man: '男人 男孩 男性 hombre mann homme uomo мужчина',
  night: '夜晚 夜 夜景 noche nacht nuit notte ночь',
  sunset: '日落 夕阳 夕日 atardecer sonnenuntergang tramonto закат',
  dawn: '日出 黎明 清晨 amanecer sonnenaufgang aube alba рассвет',
  snow: '雪 下雪 nieve schnee neige neve снег',
  rain: '雨 下雨 lluvia regen pluie pioggia дождь',
  winter: '冬天 冬 invierno hiver inverno зима',
  autumn: '秋天 秋 otoño herbst automne autunno осень',
  spring: '春天 春 primavera frühling printemps весна',
  summer: '夏天 夏 verano été estate лето',
  moon: '月亮 月 luna mond lune луна',
  stars: '星空 星星 estrellas sterne étoiles stelle звёзды',
  red: '红色 红 赤 rojo roja rot rouge rosso rossa красный',
  blue: '蓝色 蓝 青 azul blau bleu bleue blu синий голубой',
  green: '绿色 绿 緑 verde grün vert verte зелёный',
  yellow: '黄色 黄 amarillo amarilla gelb jaune giallo жёлтый',
  purple: '紫色 紫 morado violett viola фиолетовый',
  pink: '粉色 粉红 rosado фиолетовая розовый',
  white: '白色 白 白い blanco blanca weiß weiss blanc blanche bianco белый',
  black: '黑色 黑 黒 negro negra schwarz noir noire nero чёрный',
  orange: '橙色 naranja arancione оранжевый',
  'on the beach': '海边 海辺 seaside am meer',
  abstract: '抽象 abstracto abstrakt abstrait astratto абстрактный',
}

const isCjk = /[぀-ヿ㐀-鿿가-힯]/u
const entries = Object.entries(words).flatMap(([english, others]) =>
  others.split(' ').map((other) => ({ english, other })),
)
const longestFirst = entries.sort((a, b) => b.other.length - a.other.length)
const [plain, cjk] = [false, true].map((wanted) =>
  longestFirst.flatMap(({ other }) => (isCjk.test(other) === wanted ? other : [])).join('|'),
)
const pattern = new RegExp(`(?<!\\p{L})(?:${plain})(?!\\p{L})|${cjk}`, 'giu')
const englishOf = new Map(entries.map(({ english, other }) => [other, english]))

/** The text with the words that are known put into English; all else stays. */
export function translate(text: string): string {
  return text.replace(pattern, (word) => ` ${englishOf.get(word.toLowerCase()) ?? word} `)
}
