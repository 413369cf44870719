/**
 * What a person says about the work besides tasks and rules: that they `changed` something themselves, that an
 * explanation of the agent is `rejected`, or a `complaint` about what it did, which is a rule for what it will do.
 */
export type Remark = "changed" | "rejected" | "complaint";

/**
 * Common words of these remarks by language. The model knows them too little, since people who write sessions for its
 * training rarely think of them.
 */
const WORDS: Readonly<Record<Remark, readonly string[]>> = {
  changed: [
    // English, German, Dutch
    String.raw`(?<!\b(?:if|when|should|because) )\bI(?:['’]ve| have| had)?(?: just| already| now| also)* (?:undid|undone|reverted|restored|rolled back|corrected|fixed|changed|edited|removed|deleted|renamed|moved|replaced|switched|updated|added|installed|upgraded|downgraded|disabled|enabled|committed|merged|pushed)\b`,
    String.raw`\b(?:I|we) (?:did|changed|fixed|corrected) (?:it|this|that|them) (?:myself|ourselves|by hand|manually)\b`,
    String.raw`\b(?:ich hab|hab ich|habe ich|ich habe|hab)\b.{0,60}\b(?:zurückgesetzt|zurückgenommen|rückgängig|geändert|korrigiert|gelöscht|entfernt|umbenannt|verschoben|ersetzt|angepasst|repariert|installiert)\b`,
    String.raw`\b(?:ik heb|heb ik)\b.{0,60}\b(?:teruggedraaid|aangepast|gewijzigd|verwijderd|hernoemd|verplaatst|gecorrigeerd)\b`,
    // French, Spanish, Portuguese, Italian
    String.raw`\bj['’]ai (?:\p{L}+ ){0,3}(?:annulé|corrigé|modifié|supprimé|enlevé|retiré|renommé|déplacé|remplacé|changé|remis|installé)`,
    String.raw`\b(?:he|hemos) (?:\p{L}+ ){0,2}(?:deshecho|revertido|corregido|cambiado|borrado|eliminado|quitado|renombrado|movido|restaurado|instalado)\b|(?<!\p{L})(?:deshice|revertí|corregí|cambié|borré|eliminé|quité|renombré|moví|restauré|instalé)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:desfiz|reverti|corrigi|mudei|troquei|apaguei|removi|tirei|renomeei|restaurei|alterei|instalei)(?!\p{L})`,
    String.raw`\b(?:ho|abbiamo) (?:\p{L}+ ){0,2}(?:annullato|ripristinato|corretto|cambiato|cancellato|rimosso|tolto|rinominato|spostato|modificato|installato)\b`,
    // Russian, Ukrainian, Polish
    String.raw`(?<!\p{L})я (?:\p{L}+ ){0,3}(?:откатил|отменил|исправил|поправил|изменил|поменял|удалил|убрал|переименовал|вернул|заменил|установил)а?(?!\p{L})`,
    String.raw`(?<!\p{L})я (?:\p{L}+ ){0,3}(?:відкоти|скасува|виправи|зміни|видали|прибра|перейменува|поверну)(?:в|ла)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:cofn|popraw|zmieni|usun|przywróci|przenios|wycofa)[\p{L}]{0,3}[łl][ae]m(?!\p{L})`,
    // Turkish, Chinese, Japanese, Korean
    String.raw`(?<!\p{L})(?:geri aldım|düzelttim|değiştirdim|sildim|kaldırdım|taşıdım|kurdum)(?!\p{L})`,
    String.raw`我(?:自己|已经|已|刚才|刚|手动|先)*(?:把.{0,16})?(?:撤销|撤回|还原|恢复|回滚|修改|改|删除|删|更正|修正|重命名)(?:好|掉|回去?)?了`,
    String.raw`(?:元に戻し|戻し|修正し|変更し|削除し|直し|消し|移動し|リネームし)(?:ておいた|ておきました|といた|といたよ)|(?:私|僕|俺|自分|こっち|こちら|手動)で.{0,16}(?:戻し|修正し|変更し|削除し|直し|消し)`,
    String.raw`(?:제가|내가|직접|수동으로).{0,20}(?:되돌렸|고쳤|수정했|변경했|삭제했|지웠|바꿨|옮겼)`,
  ],
  rejected: [
    String.raw`(?:\b(?:is|are|was|were)|['’]s)(?: not|n['’]t) (?:at all )?(?:related|relevant|the (?:cause|problem|issue|reason|culprit|point))\b|\b(?:is|are) (?:un|ir)rel(?:ated|evant)\b|\bnothing to do with\b|\bthat(?: is|['’]s) (?:wrong|not (?:it|true|right|correct))\b|\byou(?: are|['’]re) wrong\b`,
    String.raw`\bhat (?:\p{L}+ ){0,3}nichts (?:\p{L}+ ){0,4}zu tun\b|\bliegt (?:\p{L}+ )?nicht (?:an|daran)\b|\bdas stimmt (?:so )?nicht\b|\bnicht (?:die Ursache|der Grund|das Problem)\b|\bheeft er niets mee te maken\b|\bis niet (?:de oorzaak|het probleem)\b`,
    String.raw`(?<!\p{L})(?:rien à voir|(?:n['’]est|c['’]est) pas (?:ça|la cause|le problème|lié|vrai))(?!\p{L})`,
    String.raw`(?<!\p{L})(?:(?:nada )?que ver con|no es (?:eso|cierto|la causa|el problema)|no est[áa] relacionad\p{L}+|nada a ver com|não é (?:isso|verdade|a causa|o problema)|não tem relação|non c['’]entra|non è (?:quello|vero|la causa|il problema))(?!\p{L})`,
    String.raw`(?<!\p{L})(?:не связан\p{L}*|ни при ч[её]м|не в этом|это не (?:так|причина|проблема)|не пов['’]язан\p{L}*|до чого тут|це не (?:так|причина|проблема)|nie ma (?:nic )?wspólnego|to nie (?:to|przyczyna|problem))(?!\p{L})`,
    String.raw`(?<!\p{L})(?:ilgisi yok|alakası yok|sorun bu değil|sebep bu değil)(?!\p{L})`,
    String.raw`没关系|無關|无关|不是.{0,10}(?:原因|问题)|不对，|関係な[いく]|関係ありません|(?:原因|問題)(?:では|じゃ)な|관계.?없|상관.?없|(?:원인|문제)(?:이|가) 아니`,
  ],
  complaint: [
    String.raw`\bwhy (?:\p{L}+ ){1,4}(?:again|still|keep|extra|all (?:that|these|this|those)|always)\b|\bwhy (?:\p{L}|['’ ])+ keep\b`,
    String.raw`\bI(?:['’]ve| have)? (?:already |just )?(?:told|asked|said) (?:you|to|not|that)\b|\bwho (?:told|asked) you\b|\bdid I (?:ask|tell|say)\b|\bnot what I (?:asked|wanted|meant|said)\b|\bI (?:do not|don['’]t|never) (?:want|need|like|asked?)\b|(?:^|please |[,.!;] )stop \p{L}+ing\b|\bhow (?:many times|often) (?:do|did|have|must) I\b`,
    String.raw`\bwarum (?:\p{L}+ ){1,5}(?:schon wieder|immer noch|ständig|dauernd|überhaupt)\b|\bwieso (?:\p{L}+ ){1,5}(?:wieder|immer)\b|\b(?:will|brauche|möchte) (?:\p{L}+ ){0,4}nicht\b|\bhab(?:e)? (?:ich )?(?:doch |schon |dir )*gesagt\b|\bhör(?:en Sie)? auf\b|\bwaarom (?:\p{L}+ ){1,4}(?:weer|steeds|nog steeds)\b|\bik wil (?:dat|het) niet\b`,
    String.raw`(?<!\p{L})(?:pourquoi (?:\p{L}+ ){1,4}(?:encore|toujours)|je ne (?:veux|voulais) pas|j['’]ai (?:déjà )?dit|arrête[sz]? (?:de|d['’])|por qu[eé] (?:sigues?|vuelves?|otra vez|siempre)|ya (?:te )?(?:dije|lo dije)|no (?:lo )?quiero|deja de|por que (?:você |vc )?(?:continua|ainda|sempre|de novo)|já (?:te )?(?:falei|disse)|não quero|para de|perché (?:\p{L}+ ){1,3}(?:ancora|sempre)|non (?:lo )?voglio|ti ho (?:già )?detto|smett\p{L}+ di)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:(?:зачем|почему) (?:\p{L}+ ){0,3}(?:опять|снова|вс[её] ещ[её]|постоянно)|я же (?:говорил|просил|сказал)а?|не хочу|перестань\p{L}*|хватит|(?:навіщо|чому) (?:\p{L}+ ){0,3}(?:знову|досі)|я ж (?:казав|казала|просив|просила)|dlaczego (?:\p{L}+ ){1,3}(?:znowu|wciąż|ciągle)|nie chcę|mówił[ae]m|przestań)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:neden (?:\p{L}+ ){0,3}(?:hâlâ|hala|yine|sürekli)|istemiyorum|demiştim|söylemiştim)(?!\p{L})`,
    String.raw`为什么(?:又|还|总|老是)|怎么(?:又|还|老)|我(?:都|已经)?说过|我不(?:要|想要)|别再|なぜまた|なんでまた|どうしてまた|まだ.{0,12}(?:の|んだ)[?？]|言った(?:よね|のに|はず)|(?:は|が)?いらない(?:って|です)|왜 (?:또|아직|자꾸|계속)|말했(?:는데|잖)|원하지 않|그만`,
  ],
};

const PATTERNS = (["changed", "rejected", "complaint"] as const).map(
  (remark) => [remark, new RegExp(WORDS[remark].join("|"), "iu")] as const,
);

/** The remark that a sentence makes; null for most sentences. */
export function remarkOf(text: string): Remark | null {
  return PATTERNS.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
