/** Words that say nothing about a text, by language; they are left out of the article index. */
const BY_LANGUAGE: Readonly<Record<string, string>> = {
  en: 'the and for are but not you all any can had her was one our out has him his how its may new now old see two who did get she too use this that with have from they will would there their what about which when make like time just know take into your some could them than then look only come over also back after work first well even want because these give most',
  de: 'der die das und ist ein eine einen einem einer nicht mit von auf für als auch sich dem den des war wie noch nur oder aber vor zur bis mehr durch man sein wurde sei hat nach wenn haben werden ihre seine unter wir soll ich eines kann gegen vom können schon wird dass über aus bei ihr ihm zum habe hatte',
  es: 'los las del que una por con para como más pero sus este entre cuando muy sin sobre también hasta hay donde quien desde todo nos durante todos uno les contra otros ese eso ante ellos esto antes algunos qué unos otro otras otra',
  fr: 'les des une que qui dans pour pas sur plus par avec tout faire son mettre autre mais nous comme leur bien être deux même aussi celui donner entre encore ces ses aux est sont cette vous elle ils',
  it: 'che per una con sono non del della dei delle nel alla anche come più dal gli questo questa quello essere stato ancora dopo tra fra suo sua loro noi voi cui chi cosa',
  nl: 'het een van dat die zijn met voor niet aan ook als maar dan bij nog uit naar hij was heeft hebben deze wordt door over zij had kan geen wel onder moet zou meer ons veel',
};

export const STOP_WORDS: ReadonlySet<string> = new Set(Object.values(BY_LANGUAGE).flatMap((words) => words.split(' ')));
