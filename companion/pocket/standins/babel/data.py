"""Formats of Babel 2.18.0, written by ``python -m companion.pocket.locales``."""

# fmt: off
# ruff: noqa
MONEY = [('\ue000\xa0', '', (3, 3), ',', '.'),
 ('\ue000', '', (3, 3), '\xa0', ','),
 ('', '\ue000', (3, 3), '\xa0', ','),
 ('\ue000', '', (3, 3), ',', '.'),
 ('\u200f', '\xa0\ue000', (3, 3), ',', '.'),
 ('\u200f', '\xa0\ue000', (3, 3), '.', ','),
 ('\ue000\xa0', '', (3, 2), ',', '.'),
 ('', '\xa0\ue000', (3, 3), ',', '.'),
 ('', '\xa0\ue000', (3, 3), '.', ','),
 ('', '\xa0\ue000', (3, 3), '\xa0', ','),
 ('', '\ue000', (3, 3), ',', '.'),
 ('\ue000\xa0', '', (3, 3), '،', '٫'),
 ('\ue000\xa0', '', (3, 3), '\xa0', ','),
 ('', '\ue000', (3, 2), ',', '.'),
 ('\ue000', '', (3, 2), ',', '.'),
 ('\ue000\xa0', '', (3, 3), '.', ','),
 ('\ue000\xa0', '', (3, 3), '’', '.'),
 ('', '\ue000', (3, 3), '\xa0', '.'),
 ('', '\xa0\ue000', (3, 3), '\u202f', ','),
 ('\ue000', '', (3, 3), '.', ','),
 ('\ue000\xa0', '', (1000, 1000), ',', '.'),
 ('\u200e\ue000\xa0', '', (3, 3), ',', '.'),
 ('\ue000\xa0', '', (3, 3), '⹁', '.'),
 ('', '\xa0\ue000', (3, 3), '’', '.'),
 ('\u200f', '\xa0\u200f\ue000', (3, 3), ',', '.'),
 ('\ue000', '', (3, 3), '،', '.'),
 ('', '\ue000', (3, 3), '.', ','),
 ('\ue000\xa0', '', (3, 3), '\xa0', '.'),
 ('\ue000\xa0', '', (3, 3), '،', '.'),
 ('\ue000', '', (3, 3), '’', '.'),
 ('\ue000', '', (2, 2), '\xa0', ','),
 ('', '\u202f\ue000', (3, 3), '\u202f', ','),
 ('\ue000', '', (3, 3), '\xa0', '.')]
ENGLISH = [(('January',
   'February',
   'March',
   'April',
   'May',
   'June',
   'July',
   'August',
   'September',
   'October',
   'November',
   'December'),
  ('Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'),
  ('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'),
  '{month} {day}, {year}',
  '{month} {day}'),
 (('January',
   'February',
   'March',
   'April',
   'May',
   'June',
   'July',
   'August',
   'September',
   'October',
   'November',
   'December'),
  ('Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'),
  ('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'),
  '{day} {month} {year}',
  '{day} {month}'),
 (('January',
   'February',
   'March',
   'April',
   'May',
   'June',
   'July',
   'August',
   'September',
   'October',
   'November',
   'December'),
  ('Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'),
  ('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'),
  '{day} {month} {year}',
  '{day} {month}'),
 (('January',
   'February',
   'March',
   'April',
   'May',
   'June',
   'July',
   'August',
   'September',
   'October',
   'November',
   'December'),
  ('Jan', 'Feb', 'Mar', 'Apr', 'May', 'June', 'July', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'),
  ('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'),
  '{day} {month} {year}',
  '{day} {month}'),
 (('January',
   'February',
   'March',
   'April',
   'May',
   'June',
   'July',
   'August',
   'September',
   'October',
   'November',
   'December'),
  ('Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'),
  ('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'),
  '{day2} {month} {year}',
  '{day2} {month}'),
 (('𐐖𐐰𐑌𐐷𐐭𐐯𐑉𐐨',
   '𐐙𐐯𐐺𐑉𐐭𐐯𐑉𐐨',
   '𐐣𐐪𐑉𐐽',
   '𐐁𐐹𐑉𐐮𐑊',
   '𐐣𐐩',
   '𐐖𐐭𐑌',
   '𐐖𐐭𐑊𐐴',
   '𐐂𐑀𐐲𐑅𐐻',
   '𐐝𐐯𐐹𐐻𐐯𐑋𐐺𐐲𐑉',
   '𐐉𐐿𐐻𐐬𐐺𐐲𐑉',
   '𐐤𐐬𐑂𐐯𐑋𐐺𐐲𐑉',
   '𐐔𐐨𐑅𐐯𐑋𐐺𐐲𐑉'),
  ('𐐖𐐰𐑌', '𐐙𐐯𐐺', '𐐣𐐪𐑉', '𐐁𐐹𐑉', '𐐣𐐩', '𐐖𐐭𐑌', '𐐖𐐭𐑊', '𐐂𐑀', '𐐝𐐯𐐹', '𐐉𐐿𐐻', '𐐤𐐬𐑂', '𐐔𐐨𐑅'),
  ('𐐣𐐲𐑌𐐼𐐩', '𐐓𐐭𐑆𐐼𐐩', '𐐎𐐯𐑌𐑆𐐼𐐩', '𐐛𐐲𐑉𐑆𐐼𐐩', '𐐙𐑉𐐴𐐼𐐩', '𐐝𐐰𐐻𐐲𐑉𐐼𐐩', '𐐝𐐲𐑌𐐼𐐩'),
  '{year} {month} {day}',
  '{month} {day}'),
 (('·𐑡𐑨𐑙𐑘𐑭𐑢𐑺𐑰',
   '·𐑓𐑧𐑚𐑘𐑵𐑢𐑺𐑰',
   '·𐑥𐑸𐑗',
   '·𐑱𐑐𐑮𐑭𐑤',
   '·𐑥𐑱',
   '·𐑡𐑵𐑯',
   '·𐑡𐑫𐑤𐑲',
   '·𐑪𐑜𐑭𐑕𐑑',
   '·𐑕𐑧𐑐𐑑𐑧𐑥𐑚𐑸',
   '·𐑷𐑒𐑑𐑴𐑚𐑸',
   '·𐑯𐑴𐑝𐑧𐑥𐑚𐑸',
   '·𐑛𐑭𐑕𐑧𐑥𐑚𐑸'),
  ('·𐑡𐑨', '·𐑓𐑧', '·𐑥𐑸', '·𐑱𐑐', '·𐑥𐑱', '·𐑡𐑵', '·𐑡𐑫', '·𐑪𐑜', '·𐑕𐑧', '·𐑷𐑒', '·𐑯𐑴', '·𐑛𐑭'),
  ('·𐑥𐑭𐑙𐑛𐑱', '·𐑑𐑵𐑟𐑛𐑱', '·𐑢𐑧𐑙𐑟𐑛𐑱', '·𐑔𐑻𐑟𐑛𐑱', '·𐑓𐑮𐑲𐑛𐑱', '·𐑕𐑨𐑛𐑻𐑛𐑱', '·𐑕𐑭𐑙𐑛𐑱'),
  '{year} {month} {day}',
  '{month} {day}')]
NAMES = [(0,
  -1,
  'aa aa-dj aa-er aa-et ab ab-ge an an-es ann ann-ng apc apc-sy arn arn-cl az-arab az-arab-iq '
  'az-arab-ir az-arab-tr az-iq az-ir ba ba-ru bal bal-arab bal-arab-pk bal-latn bal-latn-pk bew '
  'bew-id bgc bgc-in blt blt-vn bm-nkoo bm-nkoo-ml bo bo-cn bo-in bss bss-cm byn byn-er cad cad-us '
  'cch cch-ng cho cho-us cic cic-us ckb ckb-iq ckb-ir co co-fr cop cop-eg csw csw-ca cu cu-ru dv '
  'dv-mv es-pe frr frr-de fur fur-it gaa gaa-gh gez gez-er gez-et gn gn-py ha ha-arab ha-arab-ng '
  'ha-arab-sd ha-gh ha-ne ha-ng hnj hnj-hmnp hnj-hmnp-us ii ii-cn io io-001 iu iu-ca iu-latn '
  'iu-latn-ca jbo jbo-001 ji kaa kaa-cyrl kaa-cyrl-uz kaa-latn kaa-latn-uz kaj kaj-ng kcg kcg-ng '
  'ken ken-cm kk-arab kk-arab-cn kk-cn kok kok-deva kok-deva-in kpe kpe-gn kpe-lr ks-deva '
  'ks-deva-in ksh ksh-de la la-va lag lag-tz lkt lkt-us lmo lmo-it lrc lrc-iq lrc-ir ltg ltg-lv '
  'mai mai-in mdf mdf-ru mg mg-mg mgo mgo-cm mhn mhn-it mi mi-nz mic mic-ca mn mn-mn mn-mong '
  'mn-mong-cn mni mni-beng mni-beng-in mni-mtei mni-mtei-in moh moh-ca mus mus-us myv myv-ru mzn '
  'mzn-ir nds nds-de nds-nl nv nv-us ny ny-mw oc oc-es oc-fr os os-ge os-ru osa osa-us pa-arab '
  'pa-arab-pk pa-pk pap pap-aw pap-cw pis pis-sb prg prg-pl qu qu-ec qu-pe quc quc-gt raj raj-in '
  'rhg rhg-rohg rhg-rohg-bd rhg-rohg-mm rif rif-ma sat sat-deva sat-deva-in sat-olck sat-olck-in '
  'scn scn-it sd sd-arab sd-arab-pk sd-deva sd-deva-in sdh sdh-iq sdh-ir shn shn-mm shn-th sid '
  'sid-et skr skr-pk sma sma-no sma-se smj smj-no smj-se sms sms-fi ssy ssy-er sw sw-ke sw-tz '
  'sw-ug syr syr-iq syr-sy szl szl-pl ta-my ta-sg tig tig-er to to-to trv trv-tw trw trw-pk tyv '
  'tyv-ru vmw vmw-mz vo vo-001 wa wa-be wae wae-ch wal wal-et wbp wbp-au yi yi-ua za za-cn zh-latn '
  'zh-latn-cn'),
 (0, 1, 'en-mv'),
 (0, 5, 'en-dsrt en-dsrt-us'),
 (0, 6, 'en-shaw en-shaw-gb'),
 (1, -1, 'af af-na af-za es-cr nr nr-za ss ss-sz ss-za ve ve-za'),
 (1, 4, 'en-za'),
 (2, -1, 'agq agq-cm kab kab-dz shi shi-latn shi-latn-ma shi-tfng shi-tfng-ma zgh zgh-ma'),
 (3,
  -1,
  'ak ak-gh am am-et bem bem-zm bh bho bho-in bm bm-ml ceb ceb-ph cgg cgg-ug chr chr-us cy cy-gb '
  'dav dav-ke doi doi-in ebu ebu-ke ee ee-gh ee-tg es-419 es-br es-bz es-cu es-do es-gt es-hn '
  'es-mx es-ni es-pa es-pr es-sv es-us fil fil-ph ga ga-gb ga-ie gd gd-gb guz guz-ke gv gv-im haw '
  'haw-us ig ig-ng ja ja-jp jmc jmc-tz kam kam-ke kde kde-tz ki ki-ke kln kln-ke kn kn-in ko ko-cn '
  'ko-kp ko-kr kw kw-gb luy luy-ke mas mas-ke mas-tz mer mer-ke ml ml-in mn-mong-mn mr mr-in ms '
  'ms-arab ms-arab-my ms-my ms-sg mt mt-mt naq naq-na nd nd-zw nus nus-ss nyn nyn-ug om om-et '
  'om-ke or or-in pcm pcm-ng rof rof-tz saq saq-ke si si-lk sn sn-zw so so-dj so-et so-ke so-so st '
  'st-ls st-za teo teo-ke teo-ug th th-th ti ti-er ti-et tl tw ug ug-cn ur ur-in ur-pk vai '
  'vai-latn vai-latn-lr vai-vaii vai-vaii-lr vun vun-tz yo yo-bj yo-ng yue yue-hans yue-hans-cn '
  'yue-hant yue-hant-cn yue-hant-hk yue-hant-mo zh zh-hans zh-hans-cn zh-hans-hk zh-hans-mo '
  'zh-hans-my zh-hans-sg zh-hant zh-hant-hk zh-hant-mo zh-hant-my zh-hant-tw zu zu-za'),
 (3, 0, 'en en-as en-bi en-ca en-gu en-mh en-mi en-mp en-ph en-pr en-um en-us en-vi'),
 (3,
  1,
  'en-001 en-ag en-ai en-bb en-bm en-bs en-cc en-ck en-cm en-cx en-cy en-dg en-dm en-er en-fj '
  'en-fk en-fm en-gb en-gd en-gg en-gh en-gi en-gm en-gs en-gy en-hk en-ie en-il en-im en-io en-je '
  'en-jm en-ke en-ki en-kn en-ky en-lc en-lr en-ls en-mg en-mo en-ms en-mu en-mw en-my en-na en-nf '
  'en-ng en-nr en-nu en-nz en-pg en-pk en-pn en-pw en-rw en-sb en-sc en-sd en-sg en-sh en-sl en-ss '
  'en-sx en-sz en-tc en-tk en-to en-tt en-tv en-tz en-ug en-uk en-vc en-vg en-vu en-ws en-zm'),
 (3, 2, 'en-ae'),
 (3, 3, 'en-au'),
 (3, 4, 'en-bw en-bz en-mt en-zw'),
 (4,
  -1,
  'ar ar-001 ar-ae ar-bh ar-dj ar-eg ar-eh ar-er ar-il ar-iq ar-jo ar-km ar-kw ar-om ar-ps ar-qa '
  'ar-sa ar-sd ar-so ar-ss ar-sy ar-td ar-ye'),
 (5, -1, 'ar-dz ar-lb ar-ly ar-ma ar-mr ar-tn'),
 (6, -1, 'as as-in brx brx-in ne ne-in ne-np'),
 (7, -1, 'asa asa-tz az-cyrl az-cyrl-az ce ce-ru my my-mm tpi tpi-pg xog xog-ug'),
 (7, 1, 'en-150'),
 (8,
  -1,
  'ast ast-es az az-latn az-latn-az bs bs-cyrl bs-cyrl-ba bs-latn bs-latn-ba ca ca-ad ca-es '
  'ca-es-valencia ca-fr ca-it da da-dk da-gl de de-be de-de de-it de-lu dsb dsb-de el el-cy el-gr '
  'el-polyton es es-ea es-es es-gq es-ic es-ph eu eu-es fo fo-dk fo-fo fr-lu gl gl-es hr hr-ba '
  'hr-hr hsb hsb-de is is-is it it-it it-sm it-va ku ku-tr lb lb-lu lld lld-it ln ln-ao ln-cd '
  'ln-cf ln-cg mk mk-mk mo ro ro-md ro-ro sc sc-it sl sl-si sr sr-cyrl sr-cyrl-ba sr-cyrl-me '
  'sr-cyrl-rs sr-cyrl-xk sr-latn sr-latn-ba sr-latn-me sr-latn-rs sr-latn-xk vi vi-vn'),
 (8, 1, 'en-be en-de en-dk en-es en-it en-pl en-ro en-si'),
 (9,
  -1,
  'bas bas-cm be be-by be-tarask bg bg-bg br br-fr cs cs-cz cv cv-ru dua dua-cm dyo dyo-sn et '
  'et-ee ewo ewo-cm ff ff-latn ff-latn-bf ff-latn-cm ff-latn-gh ff-latn-gm ff-latn-gn ff-latn-gw '
  'ff-latn-lr ff-latn-mr ff-latn-ne ff-latn-ng ff-latn-sl ff-latn-sn fi fi-fi fr-ca ht ht-ht hu '
  'hu-hu hy hy-am ka ka-ge kea kea-cv kk kk-cyrl kk-cyrl-kz kk-kz ksf ksf-cm ky ky-kg lt lt-lt lv '
  'lv-lv nb nb-no nb-sj nmg nmg-cm nn nn-no no pl pl-pl pt-ao pt-ch pt-cv pt-gq pt-gw pt-lu pt-mo '
  'pt-mz pt-pt pt-st pt-tl ru ru-by ru-kg ru-kz ru-md ru-ru ru-ua sah sah-ru se se-fi se-no se-se '
  'sk sk-sk smn smn-fi sq sq-al sq-mk sq-xk sv sv-ax sv-fi sv-se tg tg-tj tk tk-tm tt tt-ru tzm '
  'tzm-ma uk uk-ua uz uz-cyrl uz-cyrl-uz uz-latn uz-latn-uz yav yav-cm'),
 (9, 1, 'en-cz en-fi en-hu en-no en-pt en-se en-sk'),
 (10, -1, 'bez bez-tz km km-kh ksb ksb-tz lg lg-ug luo luo-ke rwk rwk-tz sbp sbp-tz'),
 (11, -1, 'bgn bgn-ae bgn-af bgn-ir bgn-om bgn-pk'),
 (12, -1, 'blo blo-bj eo eo-001 ie ie-ee ts ts-za'),
 (13, -1, 'bn bn-bd ccp ccp-bd ccp-in'),
 (14,
  -1,
  'bn-in dz dz-bt gu gu-in hi hi-in hi-latn hi-latn-in kok-latn kok-latn-in kxv kxv-deva '
  'kxv-deva-in kxv-latn kxv-latn-in kxv-orya kxv-orya-in kxv-telu kxv-telu-in pa pa-guru '
  'pa-guru-in sa sa-in ta ta-in ta-lk te te-in xnr xnr-in'),
 (14, 1, 'en-in'),
 (15,
  -1,
  'de-at es-py es-uy fy fy-nl ia ia-001 jgo jgo-cm jv jv-id jw kgp kgp-br kkj kkj-cm lij lij-it '
  'mgh mgh-mz ms-arab-bn ms-bn nl nl-aw nl-be nl-bq nl-cw nl-nl nl-sr nl-sx nnh nnh-cm ps ps-af '
  'ps-pk pt pt-br qu-bo rw rw-rw sw-cd uz-af uz-arab uz-arab-af wo wo-sn yrl yrl-br yrl-co yrl-ve'),
 (15, 1, 'en-at en-nl'),
 (16, -1, 'de-ch de-li it-ch'),
 (16, 1, 'en-ch'),
 (17, -1, 'dje dje-ne khq khq-ml ses ses-ml twq twq-ne'),
 (18,
  -1,
  'fr fr-be fr-bf fr-bi fr-bj fr-bl fr-cd fr-cf fr-cg fr-ch fr-ci fr-cm fr-dj fr-dz fr-fr fr-ga '
  'fr-gf fr-gn fr-gp fr-gq fr-ht fr-km fr-ma fr-mc fr-mf fr-mg fr-ml fr-mq fr-mr fr-mu fr-nc fr-ne '
  'fr-pf fr-pm fr-re fr-rw fr-sc fr-sn fr-sy fr-td fr-tg fr-tn fr-vu fr-wf fr-yt'),
 (18, 1, 'en-fr'),
 (19,
  -1,
  'es-ar es-bo es-cl es-co es-ec es-ve id id-id in kl kl-gl lo lo-la ms-id mua mua-cm sg sg-cf su '
  'su-latn su-latn-id tr tr-cy tr-tr'),
 (19, 1, 'en-id'),
 (20, 0, 'en-us-posix'),
 (21, -1, 'fa fa-af fa-ir'),
 (22,
  -1,
  'ff-adlm ff-adlm-bf ff-adlm-cm ff-adlm-gh ff-adlm-gm ff-adlm-gn ff-adlm-gw ff-adlm-lr ff-adlm-mr '
  'ff-adlm-ne ff-adlm-ng ff-adlm-sl ff-adlm-sn'),
 (23, -1, 'gsw gsw-ch gsw-fr gsw-li rm rm-ch'),
 (24, -1, 'he he-il iw'),
 (25, -1, 'ks ks-arab ks-arab-in'),
 (26, -1, 'lu lu-cd rn rn-bi seh seh-mz'),
 (27, -1, 'mfe mfe-mu nso nso-za'),
 (28, -1, 'nqo nqo-gn'),
 (29, -1, 'tn tn-bw tn-za'),
 (30, -1, 'tok tok-001'),
 (31, -1, 'vec vec-it'),
 (32, -1, 'xh xh-za')]
