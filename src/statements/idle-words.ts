/**
 * Words of greetings, thanks, agreement, and of requests to go on with whatever was being done. A prompt that has no
 * other words says nothing about the work.
 */
const BY_LANGUAGE = [
  // English
  "hi hello hey there good morning thanks thank you ok okay yes yeah yep sure fine great please go on ahead continue proceed keep going carry resume next now and do it so that this with the work again try retry let lets s us we i you where were was are is what doing left leave off stopped pick up from last previous time session conversation task point job step done then",
  // German, Dutch, Afrikaans
  "hallo moin weiter weitermachen mach macht machen bitte danke ja gut gerne los geht gehts und da dort wo du wir waren aufgehört hast haben habt nächster nächste schritt fortfahren fahr fahre fort setz fortsetzen arbeit letzte letzten mal sitzung aufgabe der die das mit ga door verder doorgaan vervolg alsjeblieft bedankt graag waar je gebleven was we waren gaan voort asseblief",
  // French, Catalan
  "bonjour salut continue continuez continuer poursuis poursuivez reprends reprenez reprendre allez vas y suite la suivant suivante étape merci oui d accord bon vous plaît s il te là où tu t es arrêté arrêtée en étais étions on était le travail avec tâche endavant si us plau",
  // Spanish, Portuguese, Galician
  "hola continúa continua continúe continuar sigue siga seguir sigamos adelante prosigue dale vale sí si gracias por favor donde lo dejaste quedaste quedamos dejamos estábamos con el trabajo la tarea siguiente paso olá prossiga prosseguir segue em frente vamos sim obrigado obrigada de onde você parou parei paramos o trabalho a tarefa próximo passo",
  // Italian, Romanian
  "ciao continuare prosegui procedi avanti vai va bene grazie per favore da dove eri eravamo rimasto rimasti riprendi lavoro il prossimo passo continuă continuați mai departe te rog mulțumesc bine",
  // Swedish, Norwegian, Danish, Icelandic
  "hej fortsätt fortsett fortsæt gå vidare videre kör kjør kør tack takk tak ja snälla være så snill venligst der du slutade slapp var vi nästa neste næste steg áfram haltu",
  // Finnish, Estonian, Hungarian
  "hei jatka jatkakaa jatketaan eteenpäin kiitos ole hyvä joo kyllä siitä mihin jäit jäimme jätka edasi palun folytasd folytassa tovább kérlek kérem igen köszönöm mehet",
  // Polish, Czech, Slovak, Slovenian, Croatian, Baltic languages
  "cześć kontynuuj dalej idź proszę tak dziękuję dobrze od miejsca w którym skończyłeś pokračuj pokračujte dál dále prosím ano díky děkuji ďalej áno ďakujem nadaljuj naprej nastavi nastavite dalje molim hvala turpini tālāk lūdzu tęsk toliau prašau",
  // Russian, Ukrainian, Bulgarian, Serbian, Kazakh
  "привет продолжай продолжайте продолжи продолжить дальше далее давай вперед пожалуйста да ок хорошо спасибо поехали с того места где ты мы остановился остановились следующий шаг работу продовжуй продовжи далі так будь ласка дякую добре продължи продължавай напред моля благодаря настави наставите жалғастыр",
  // Greek, Turkish, Georgian, Armenian
  "γεια συνέχισε συνεχίστε συνέχεια προχώρα παρακαλώ ναι εντάξει ευχαριστώ από εκεί που σταμάτησες merhaba devam et edin edelim lütfen evet tamam teşekkürler sürdür kaldığın kaldığımız yerden გააგრძელე շարունակիր",
  // Arabic, Persian, Urdu, Hebrew
  "مرحبا استمر استمري تابع تابعي أكمل اكمل واصل كمل من فضلك نعم شكرا حسنا حيث توقفت ادامه بده دهید لطفا بله ممنون از همانجا جاری رکھیں رکھو آگے بڑھیں ہاں שלום המשך המשיכי תמשיך תמשיכי הלאה קדימה בבקשה כן תודה מאיפה שעצרת",
  // Hindi, Bengali, Tamil, Telugu
  "नमस्ते जारी रखें रखो रखिए आगे बढ़ो बढ़ें बढ़िए चलो कृपया हाँ हां जी ठीक है धन्यवाद और करो করো চালিয়ে যাও যান এগিয়ে হ্যাঁ ধন্যবাদ অনুগ্রহ করে தொடரவும் தொடர் தொடருங்கள் ஆம் நன்றி కొనసాగించు కొనసాగించండి అవును",
  // Indonesian, Malay, Filipino, Vietnamese, Swahili
  "halo lanjut lanjutkan teruskan terus silakan tolong ya oke terima kasih sambung ayo dari yang tadi ituloy magpatuloy tuloy sige po salamat chào tiếp tục đi làm vâng dạ được cảm ơn nhé endelea tafadhali asante",
];

/** The same in scripts that do not separate words, and in Korean, which attaches endings. */
const UNSPACED = [
  "你好 继续 繼續 请 請 接着 接著 来 來 吧 做 干 下去 往下 下一步 好的 好 是的 是 对 可以 谢谢 謝謝 上次 从 從 中断 中斷 的 地方 停下 停 刚才 剛才 任务 任務 工作 那里 這裡 这里 行 嗯",
  "続けてください 続けて 続きを 続き つづけて つづき 続行 進めて すすめて 次へ 次 ください お願いします お願い おねがいします どうぞ はい して から 前回 の を に で 作業 中断 した ところ そのまま 再開 よろしく ありがとう 同じ",
  "안녕하세요 안녕 계속해주세요 계속해줘 계속해 계속 진행해주세요 진행해줘 진행해 진행 이어서 이어 해주세요 해줘 하세요 하자 해 주세요 줘 네 응 예 좋아요 좋아 다음 고마워 감사합니다 부탁해요 부탁해 부탁합니다 아까 하던 거 중단된 곳에서 부터",
  "สวัสดี ดำเนินการต่อ ทำต่อไป ทำต่อ ต่อไป ต่อ ครับ ค่ะ คะ โอเค ใช่ เลย ได้ ขอบคุณ จาก ที่ ค้าง ไว้ ເຮັດຕໍ່ ສືບຕໍ່ បន្ត ဆက်လုပ်ပါ ဆက်",
];

/** The words of texts in one form, whatever their case and accents. */
export function plainWords(text: string): string[] {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A single letter may choose an option, as "A" does. */
export const IDLE_WORDS: ReadonlySet<string> = new Set(
  BY_LANGUAGE.flatMap(plainWords).filter((word) => word !== "a"),
);

/** Longest first, so that a part of a phrase is not taken before the whole. */
export const IDLE_PHRASES: readonly string[] = UNSPACED.flatMap(plainWords).sort(
  (one, other) => other.length - one.length,
);
