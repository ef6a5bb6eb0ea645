/*
 * names.c - refuses names that a reader could take for another one's.
 */
#include "fair/names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"
#include "base/text.h"

enum { MARKS_MOST = 3 };        /* as in pointed Hebrew and in Burmese */

/* ### characters */

/* Letters that have a mark, each before the letter without it.  The mark is
   left out (0) in Latin, Greek and Cyrillic. */
static const struct composed {
	uint32_t mark;
	const char *pairs;
} composed[] = {
	{ 0,
	  "ÀAÁAÂAÃAÄAÅAÇCÈEÉEÊEËEÌIÍIÎIÏIÑNÒOÓOÔOÕOÖOØOÙUÚUÛUÜUÝYàaáaâaãaäaåa"
	  "çcèeéeêeëeìiíiîiïiñnòoóoôoõoöoøoùuúuûuüuýyÿyĀAāaĂAăaĄAąaĆCćcĈCĉcĊC"
	  "ċcČCčcĎDďdĐDđdĒEēeĔEĕeĖEėeĘEęeĚEěeĜGĝgĞGğgĠGġgĢGģgĤHĥhĦHħhĨIĩiĪIīi"
	  "ĬIĭiĮIįiİIıiĴJĵjĶKķkĹLĺlĻLļlĽLľlŁLłlŃNńnŅNņnŇNňnŌOōoŎOŏoŐOőoŔRŕrŖR"
	  "ŗrŘRřrŚSśsŜSŝsŞSşsŠSšsŢTţtŤTťtŦTŧtŨUũuŪUūuŬUŭuŮUůuŰUűuŲUųuŴWŵwŶYŷy"
	  "ŸYŹZźzŻZżzŽZžzſsƗIƠOơoƯUưuƵZƶzǍAǎaǏIǐiǑOǒoǓUǔuǕUǖuǗUǘuǙUǚuǛUǜuǞAǟa"
	  "ǠAǡaǢÆǣæǦGǧgǨKǩkǪOǫoǬOǭoǮƷǯʒǰjǴGǵgǸNǹnǺAǻaǼÆǽæǾOǿoȀAȁaȂAȃaȄEȅeȆEȇe"
	  "ȈIȉiȊIȋiȌOȍoȎOȏoȐRȑrȒRȓrȔUȕuȖUȗuȘSșsȚTțtȞHȟhȦAȧaȨEȩeȪOȫoȬOȭoȮOȯoȰO"
	  "ȱoȲYȳyḀAḁaḂBḃbḄBḅbḆBḇbḈCḉcḊDḋdḌDḍdḎDḏdḐDḑdḒDḓdḔEḕeḖEḗeḘEḙeḚEḛeḜEḝe"
	  "ḞFḟfḠGḡgḢHḣhḤHḥhḦHḧhḨHḩhḪHḫhḬIḭiḮIḯiḰKḱkḲKḳkḴKḵkḶLḷlḸLḹlḺLḻlḼLḽlḾM"
	  "ḿmṀMṁmṂMṃmṄNṅnṆNṇnṈNṉnṊNṋnṌOṍoṎOṏoṐOṑoṒOṓoṔPṕpṖPṗpṘRṙrṚRṛrṜRṝrṞRṟr"
	  "ṠSṡsṢSṣsṤSṥsṦSṧsṨSṩsṪTṫtṬTṭtṮTṯtṰTṱtṲUṳuṴUṵuṶUṷuṸUṹuṺUṻuṼVṽvṾVṿvẀW"
	  "ẁwẂWẃwẄWẅwẆWẇwẈWẉwẊXẋxẌXẍxẎYẏyẐZẑzẒZẓzẔZẕzẖhẗtẘwẙyẛsẠAạaẢAảaẤAấaẦA"
	  "ầaẨAẩaẪAẫaẬAậaẮAắaẰAằaẲAẳaẴAẵaẶAặaẸEẹeẺEẻeẼEẽeẾEếeỀEềeỂEểeỄEễeỆEệe"
	  "ỈIỉiỊIịiỌOọoỎOỏoỐOốoỒOồoỔOổoỖOỗoỘOộoỚOớoỜOờoỞOởoỠOỡoỢOợoỤUụuỦUủuỨU"
	  "ứuỪUừuỬUửuỮUữuỰUựuỲYỳyỴYỵyỶYỷyỸYỹyKKÅAɑaɡgÐDƉD" },
	{ 0,
	  "ΆΑΈΕΉΗΊΙΌΟΎΥΏΩΐιΪΙΫΥάαέεήηίιΰυϊιϋυόούυώωϓϒϔϒἀαἁαἂαἃαἄαἅαἆαἇαἈΑἉΑἊΑ"
	  "ἋΑἌΑἍΑἎΑἏΑἐεἑεἒεἓεἔεἕεἘΕἙΕἚΕἛΕἜΕἝΕἠηἡηἢηἣηἤηἥηἦηἧηἨΗἩΗἪΗἫΗἬΗἭΗἮΗἯΗ"
	  "ἰιἱιἲιἳιἴιἵιἶιἷιἸΙἹΙἺΙἻΙἼΙἽΙἾΙἿΙὀοὁοὂοὃοὄοὅοὈΟὉΟὊΟὋΟὌΟὍΟὐυὑυὒυὓυὔυ"
	  "ὕυὖυὗυὙΥὛΥὝΥὟΥὠωὡωὢωὣωὤωὥωὦωὧωὨΩὩΩὪΩὫΩὬΩὭΩὮΩὯΩὰαάαὲεέεὴηήηὶιίιὸοόο"
	  "ὺυύυὼωώωᾀαᾁαᾂαᾃαᾄαᾅαᾆαᾇαᾈΑᾉΑᾊΑᾋΑᾌΑᾍΑᾎΑᾏΑᾐηᾑηᾒηᾓηᾔηᾕηᾖηᾗηᾘΗᾙΗᾚΗᾛΗᾜΗ"
	  "ᾝΗᾞΗᾟΗᾠωᾡωᾢωᾣωᾤωᾥωᾦωᾧωᾨΩᾩΩᾪΩᾫΩᾬΩᾭΩᾮΩᾯΩᾰαᾱαᾲαᾳαᾴαᾶαᾷαᾸΑᾹΑᾺΑΆΑᾼΑιιῂη"
	  "ῃηῄηῆηῇηῈΕΈΕῊΗΉΗῌΗῐιῑιῒιΐιῖιῗιῘΙῙΙῚΙΊΙῠυῡυῢυΰυῤρῥρῦυῧυῨΥῩΥῪΥΎΥῬΡῲω"
	  "ῳωῴωῶωῷωῸΟΌΟῺΩΏΩῼΩΩΩ" },
	{ 0,
	  "ЀЕЁЕЃГЇІЌКЍИЎУЙИйиѐеёеѓгїіќкѝиўуѶѴѷѵӁЖӂжӐАӑаӒАӓаӖЕӗеӚӘӛәӜЖӝжӞЗӟзӢИ"
	  "ӣиӤИӥиӦОӧоӪӨӫөӬЭӭэӮУӯуӰУӱуӲУӳуӴЧӵчӸЫӹы" },
	{ 0x0653, "\u0622\u0627" },
	{ 0x0654,
	  "\u0623\u0627\u0624\u0648\u0626\u064a\u06c0\u06d5\u06c2\u06c1"
	  "\u06d3\u06d2" },
	{ 0x0655, "\u0625\u0627" },
	{ 0x093c,
	  "\u0929\u0928\u0931\u0930\u0934\u0933\u0958\u0915\u0959\u0916"
	  "\u095a\u0917\u095b\u091c\u095c\u0921\u095d\u0922\u095e\u092b"
	  "\u095f\u092f" },
	{ 0x09be, "\u09cb\u09c7" },
	{ 0x09d7, "\u09cc\u09c7" },
	{ 0x09bc, "\u09dc\u09a1\u09dd\u09a2\u09df\u09af" },
	{ 0x0a3c,
	  "\u0a33\u0a32\u0a36\u0a38\u0a59\u0a16\u0a5a\u0a17\u0a5b\u0a1c"
	  "\u0a5e\u0a2b" },
	{ 0x0b56, "\u0b48\u0b47" },
	{ 0x0b3e, "\u0b4b\u0b47" },
	{ 0x0b57, "\u0b4c\u0b47" },
	{ 0x0b3c, "\u0b5c\u0b21\u0b5d\u0b22" },
	{ 0x0bd7, "\u0b94\u0b92\u0bcc\u0bc6" },
	{ 0x0bbe, "\u0bca\u0bc6\u0bcb\u0bc7" },
	{ 0x0c56, "\u0c48\u0c46" },
	{ 0x0cd5, "\u0cc0\u0cbf\u0cc7\u0cc6\u0ccb\u0cca" },
	{ 0x0cd6, "\u0cc8\u0cc6" },
	{ 0x0cc2, "\u0cca\u0cc6" },
	{ 0x0d3e, "\u0d4a\u0d46\u0d4b\u0d47" },
	{ 0x0d57, "\u0d4c\u0d46" },
	{ 0x0dca, "\u0dda\u0dd9\u0ddd\u0ddc" },
	{ 0x0dcf, "\u0ddc\u0dd9" },
	{ 0x0ddf, "\u0dde\u0dd9" },
	{ 0x102e, "\u1026\u1025" },
	{ 0x3099,
	  "がかぎきぐくげけごこざさじしずすぜせぞそだたぢちづつでてどとばはびひ"
	  "ぶふべへぼほゔうゞゝガカギキグクゲケゴコザサジシズスゼセゾソダタ"
	  "ヂチヅツデテドトバハビヒブフベヘボホヴウヷワヸヰヹヱヺヲヾヽ" },
	{ 0x309a,
	  "ぱはぴひぷふぺへぽほパハピヒプフペヘポホ" },
};

/* Characters that look like others, mostly ASCII, each before what it looks
   like: as in Unicode's list of confusables, but for quotation marks and dots,
   which are one each, and for what is refused below. */
static const char looks[] =
	"АAВBЕEЅSІIЈJКKМMНHОOРPСCТTУYХXҮYҺHӀIԌGԚQԜW"
	"аaсcеeѕsіiјjоoрpуyхxүyһhӏlԁdԛqԝwԛq"
	"ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXͿJ"
	"αaγyιiκkνvοoρpυuχxϳj"
	"ՕOՏSՍUօoոnսuհhզqցgԞL"
	"०o০o੦o૦o୦oଠo௦o౦o೦oഠo൦oဝo၀o๐o໐o٥o۵o〇O×x"
	"ɑaƄbЬbҽeքfƍgɡgıiɩiɪiռnσo\u05e1o\u0647o\u06beo\u06c1o\u06d5oგqгrƽs"
	"ʋuѵv\u05d8vɯwѡwաwɣyʏyყyƖl\u05d5l\u05dfl\u0627l\u0661l\u06f1lϜFϺMƦRѴV"
	"\u0667V\u06f7VƧ2Ʒ3Ȝ3З3Ӡ3Ƽ5б6Ȣ8ȣ8৪8੪8৭9੧9୨9൭9Ɂ?ʔ?ॽ?"
	"־-‘'’'\u05d9'“\"”\"„\"‟\"«\"»\"〃\"〝\"〞\"〟\"〔(〕)¦|丨|ㅣ|〜~"
	"·.•.・.。.\u0660.\u06f0.\u060c,、,〳/ノ/丿/丶\\"
	"ヘへリりロ口カ力エ工ニ二ハ八タ夕ト卜ー一ㅡ一くㄑ○°◦°⚬°△Δ■█□☐◊◇♢◇▸▶►▶"
	"ǝəәəӘƏƩΣɛεєεԑεßβϷÞƿþϸþĸkкkьƅϽƆԐƐԊǶʒȝӡȝյȷΛɅЛɅͻɔзɜԍɢպɰφɸфɸ"
	"мʍвʙнʜИͶиͷГΓПΠпπФΦՓΦѰΨѱψծδϛςтτӋҶӌҷ"
	"\u06f2\u0662\u06f3\u0663\u06f4\u0664\u06f6\u0666\u06f9\u0669१\u0669૨२૩३૪४૮८௮அ௨உ௭எ௧க௪ச௰ய೧౧೨౨೯౯";

/* What no name may have: forms of other characters (to 02ff, 03f9, 1dbf, 218f,
   24ff, 2fff, 33ff and from e000 on), signs that look like ASCII or like each
   other (of mathematics to 22ff, 23ce, 2aff), and scripts that few people write
   today, many of whose letters look Latin (Coptic 03e2, 2c80; N'Ko to Mandaic
   07c0; Cherokee to runes 13a0; Tifinagh 2d30; Lisu, Vai, old Cyrillic, Bamum
   a490; dialects, Cherokee ab30; ancient and small ones 10000). */
static const struct character_range refused[] = {
	{ 0x00a8, 0x00a8 }, { 0x00aa, 0x00aa }, { 0x00af, 0x00af },
	{ 0x00b2, 0x00b5 }, { 0x00b8, 0x00ba }, { 0x00bc, 0x00be },
	{ 0x0132, 0x0133 }, { 0x013f, 0x0140 }, { 0x0149, 0x0149 },
	{ 0x017f, 0x017f }, { 0x01c0, 0x01cc }, { 0x01f1, 0x01f3 },
	{ 0x02b0, 0x02ff }, { 0x0374, 0x0375 }, { 0x037a, 0x037a },
	{ 0x037e, 0x037e }, { 0x0384, 0x0385 }, { 0x0387, 0x0387 },
	{ 0x03d0, 0x03d6 }, { 0x03e2, 0x03ef }, { 0x03f0, 0x03f2 },
	{ 0x03f4, 0x03f6 }, { 0x03f9, 0x03f9 }, { 0x055a, 0x055f },
	{ 0x0589, 0x0589 }, { 0x05c0, 0x05c0 }, { 0x05c3, 0x05c3 },
	{ 0x05f3, 0x05f4 }, { 0x066a, 0x066d }, { 0x06d4, 0x06d4 },
	{ 0x0701, 0x0704 }, { 0x07c0, 0x085f }, { 0x0964, 0x0965 },
	{ 0x13a0, 0x16ff }, { 0x1d00, 0x1dbf }, { 0x1e9a, 0x1e9b },
	{ 0x1fbd, 0x1fbd }, { 0x1fbf, 0x1fc1 }, { 0x1fcd, 0x1fcf },
	{ 0x1fdd, 0x1fdf }, { 0x1fed, 0x1fef }, { 0x1ffd, 0x1ffe },
	{ 0x2010, 0x2017 }, { 0x201a, 0x201b }, { 0x2024, 0x2027 },
	{ 0x2030, 0x209f }, { 0x2100, 0x218f }, { 0x2200, 0x22ff },
	{ 0x2329, 0x23ce }, { 0x23fb, 0x23fe }, { 0x2460, 0x257f },
	{ 0x2768, 0x2775 }, { 0x2795, 0x2797 }, { 0x27c0, 0x27ef },
	{ 0x2980, 0x2aff }, { 0x2c7c, 0x2c7d }, { 0x2c80, 0x2cff },
	{ 0x2d30, 0x2d7f }, { 0x2e00, 0x2fff }, { 0x3036, 0x303a },
	{ 0x30a0, 0x30a0 }, { 0x3192, 0x319f }, { 0x31c0, 0x31ef },
	{ 0x3200, 0x33ff }, { 0xa490, 0xa7ff }, { 0xab30, 0xabbf },
	{ 0xe000, 0xfdff }, { 0xfe10, 0xfe1f }, { 0xfe30, 0xffff },
	{ 0x10000, 0x16fff }, { 0x1d100, 0x1d7ff }, { 0x1e800, 0x1eeff },
	{ 0x1f100, 0x1f1e5 }, { 0x1f200, 0x1f2ff }, { 0x1f700, 0x1f77f },
	{ 0x1fbf0, 0x1fbff }, { 0x2f800, 0x2fa1f }, { 0xe0000, 0x10ffff },
};

/* Cyrillic, Armenian and Georgian: not in a word with Latin letters. */
static const struct character_range apart[] = {
	{ 0x0400, 0x058f }, { 0x10a0, 0x10ff }, { 0x1c80, 0x1cbf },
	{ 0x2d00, 0x2d2f }, { 0x2de0, 0x2dff },
};

static uint32_t partner(const char *pairs, uint32_t letter)
{
	const char *end = pairs + strlen(pairs);
	uint32_t first, second;

	while (pairs < end) {
		pairs += utf8_decode(pairs, end, &first);
		pairs += utf8_decode(pairs, end, &second);
		if (first == letter)
			return second;
	}
	return letter;
}

/* Stores the mark that the letter is composed with, or 0. */
static uint32_t without_mark(uint32_t letter, uint32_t *mark)
{
	const size_t count = sizeof composed / sizeof *composed;
	uint32_t base = letter;

	*mark = 0;
	for (size_t i = 0; letter >= 0x80 && i < count && base == letter; i++) {
		base = partner(composed[i].pairs, letter);
		*mark = composed[i].mark;
	}
	return base;
}

static uint32_t looks_like(uint32_t letter)
{
	return letter < 0x80 ? letter : partner(looks, letter);
}

/* The marks of Latin, Greek and Cyrillic letters, and some symbols'. */
static bool is_accent(uint32_t letter)
{
	return (letter >= 0x300 && letter <= 0x36f) ||
		(letter >= 0x1ab0 && letter <= 0x1aff) ||
		(letter >= 0x1dc0 && letter <= 0x1dff) ||
		(letter >= 0x20d0 && letter <= 0x20ff) ||
		(letter >= 0xfe20 && letter <= 0xfe2f);
}

/* ### one name */

int names_check(const char *name, struct error *err)
{
	const char *end = name + strlen(name);
	uint32_t letter, mark, foreign = 0;
	bool latin = false, on_latin = false;
	int marks = 0;

	for (const char *at = name; at < end;) {
		at += utf8_decode(at, end, &letter);
		if (PRINTABLE_IN(refused, letter))
			return error_set(err, "\"%s\" cannot be a name: "
					 "U+%04X can be taken for another "
					 "character", FOREIGN(name),
					 (unsigned)letter);
		marks = printable_is_mark(letter) ? marks + 1 : 0;
		if (marks > MARKS_MOST)
			return error_set(err, "\"%s\" cannot be a name: it has "
					 "more than %d marks on one letter",
					 FOREIGN(name), MARKS_MOST);
		if (marks > 0 && on_latin && !is_accent(letter))
			foreign = letter;
		letter = without_mark(letter, &mark);
		if (marks == 0)
			on_latin = letter < 0x250;
		if (letter < 0x80 && !isalnum((int)letter)) {
			latin = false;
			foreign = 0;
		} else if (letter < 0x250) {
			latin = latin || letter >= 0x80 || isalpha((int)letter);
		} else if (PRINTABLE_IN(apart, letter) ||
			   (looks_like(letter) < 0x80 &&
			    isalpha((int)looks_like(letter)))) {
			foreign = letter;
		}
		if (latin && foreign != 0)
			return error_set(err, "\"%s\" cannot be a name: U+%04X "
					 "is of another script than the Latin "
					 "letters in its word", FOREIGN(name),
					 (unsigned)foreign);
	}
	return 0;
}

/* ### all names */

/* What of a name is compared. */
struct likeness {
	const char *name;
	struct text text;
};

static void add(struct text *out, uint32_t letter)
{
	text_append(out, (const char *)&letter, sizeof letter);
}

static void add_letter(struct text *out, uint32_t letter, bool looking)
{
	uint32_t mark, base = without_mark(letter, &mark);

	if (letter >= 0xac00 && letter <= 0xd7a3) {     /* a Hangul syllable */
		letter -= 0xac00;
		add(out, 0x1100 + letter / 588);
		add(out, 0x1161 + letter % 588 / 28);
		if (letter % 28 > 0)
			add(out, 0x11a7 + letter % 28);
	} else if (base != letter) {
		add_letter(out, base, looking);
		if (mark != 0)
			add(out, mark);
	} else if (!is_accent(letter)) {
		add(out, looking ? looks_like(letter) : letter);
	}
}

static int compare(const void *a, const void *b)
{
	const struct text *one = &((const struct likeness *)a)->text;
	const struct text *other = &((const struct likeness *)b)->text;
	const size_t least = one->length < other->length ? one->length :
		other->length;
	const int difference = memcmp(one->bytes, other->bytes, least);

	return difference != 0 ? difference :
		(one->length > other->length) - (one->length < other->length);
}

/* Appends the letters of a name without accents, or also as they look. */
static void fold(struct text *out, const char *name, bool looking)
{
	const char *end = name + strlen(name);
	uint32_t letter;

	while (name < end) {
		name += utf8_decode(name, end, &letter);
		add_letter(out, letter, looking);
	}
}

bool names_are_alike(const char *name, const char *other)
{
	bool alike = false;

	for (int looking = 0; looking < 2 && !alike; looking++) {
		struct likeness one = { .name = name }, two = { .name = other };

		fold(&one.text, name, looking);
		fold(&two.text, other, looking);
		alike = compare(&one, &two) == 0;
		text_release(&one.text);
		text_release(&two.text);
	}
	return alike;
}

static int compare_all(const struct entrant *entrant, int count, bool looking,
		       struct error *err)
{
	AUTOFREE struct likeness *list =
		memory_new((size_t)count, sizeof *list);
	int result = 0;

	for (int i = 0; i < count; i++) {
		list[i].name = entrant[i].name;
		fold(&list[i].text, list[i].name, looking);
	}
	qsort(list, (size_t)count, sizeof *list, compare);
	for (int i = 1; i < count && result == 0; i++)
		if (compare(&list[i - 1], &list[i]) == 0 &&
		    strcmp(list[i - 1].name, list[i].name) != 0)
			result = error_set(err, "two names can be taken for "
					   "each other: \"%s\" and \"%s\"",
					   FOREIGN(list[i - 1].name),
					   FOREIGN(list[i].name));
	for (int i = 0; i < count; i++)
		text_release(&list[i].text);
	return result;
}

int names_check_all(const struct entrant *entrant, int count,
		    struct error *err)
{
	for (int i = 0; i < count; i++)
		if (names_check(entrant[i].name, err) != 0 ||
		    (entrant[i].author != NULL &&
		     names_check(entrant[i].author, err) != 0))
			return -1;
	if (compare_all(entrant, count, false, err) != 0)
		return -1;
	return compare_all(entrant, count, true, err);
}
